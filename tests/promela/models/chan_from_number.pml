/* A channel variable takes a number that is computed, but no constant. */
chan c = [1] of { byte };
chan d = [1] of { byte };
byte n = 1;
active proctype A() {
  chan e;
  byte x;
  e = n + 1;
  assert(e == d);
  e!5;
  d?x;
  assert(x == 5)
}
