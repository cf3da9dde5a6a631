// check: safety holds
chan c = [3] of { byte };
byte first;

active proctype A() {
  c!!3;
  c!!1;
  c!!2;
  c?first;
  assert(first > 0)
}
