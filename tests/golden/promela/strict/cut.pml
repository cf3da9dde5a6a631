byte x;
int y = 300;
active proctype A() {
  x = y;
  assert(x == 44)
}
