active proctype A() {
  goto away
}
