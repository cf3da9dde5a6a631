active proctype A() {
  if
  :: x == 1 -> skip
}
