// check: safety violated
byte x;

active proctype A() {
  x = 1;
  x = 2
}

active proctype B() {
  do
  :: x == 1 -> assert(false)
  :: x == 2 -> break
  od
}
