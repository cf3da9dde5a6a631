// check: safety holds
chan c = [0] of { byte, byte };
int got;

active proctype A() { c!300, 2 }

active proctype B() {
  byte n;
  c?got, n;
  assert(n == 2)
}
