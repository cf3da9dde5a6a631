// check: safety violated
chan c = [2] of { byte };
byte first;

active proctype A() { c!1 }

active proctype B() { c!2 }

active proctype C() {
  byte n, m;
  c?n;
  c?m;
  assert(n > m)
}
