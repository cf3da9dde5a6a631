// check: safety holds
byte x;

active proctype A() {
  do
  :: else -> break
  :: x < 3 -> x++
  od;
  assert(x <= 3)
}
