byte x;
chan c = [1] of { byte };

active proctype A() {
  c!N;
  atomic { c?x; x++ }
  assert(x == 4)
}
