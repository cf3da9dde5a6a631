// check: safety holds
byte x;

active [2] proctype A() {
  x = _pid;
  byte before = x + 4;
  x = before
}
