// check --native=always: safety violated
byte x;

active proctype A() {
  do
  :: x <= 3 -> x++
  :: else -> break
  od;
  assert(x != 4)
}
