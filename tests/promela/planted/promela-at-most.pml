// check: safety holds
byte x;

active proctype A() {
  do
  :: x <= 3 -> x++
  :: else -> break
  od;
  assert(x < 5)
}
