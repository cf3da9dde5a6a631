/* Refused: what is sent has a field whose width is a number of bits. */
typedef T {
  byte a;
  unsigned u : 3
}
chan c = [1] of { T };

init {
  T t;
  t.u = 5;
  c!t;
  c?t;
  assert(t.u == 5)
}
