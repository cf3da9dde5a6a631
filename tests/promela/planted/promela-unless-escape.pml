// check: safety holds
byte x, y;

active proctype A() {
  { do :: x < 4 -> x++ od } unless { x > 1 -> y = x };
  assert(y == 2)
}
