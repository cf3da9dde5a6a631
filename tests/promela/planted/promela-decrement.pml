// check: safety holds
byte x = 9;

active proctype A() {
  do
  :: x > 3 -> x--
  :: else -> break
  od
}
