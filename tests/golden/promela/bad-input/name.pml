active proctype A() {
  byte count;
  cuont = 1
}
