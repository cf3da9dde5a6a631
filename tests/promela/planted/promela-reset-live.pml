// check: safety violated
byte x;

active proctype A() {
  byte mine;
  x = 1;
  mine = x + 2;
  x = 2;
  x = 3;
  assert(mine == 0)
}

active proctype B() { x = 5 }
