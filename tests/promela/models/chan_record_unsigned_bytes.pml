/* A channel of bytes takes a record with an unsigned in it, and gives it back. */
typedef T {
  byte a;
  unsigned u : 3
}
chan c = [1] of { byte, byte };

init {
  T t;
  t.u = 5;
  c!t;
  t.u = 2;
  c?t;
  assert(t.u == 5)
}
