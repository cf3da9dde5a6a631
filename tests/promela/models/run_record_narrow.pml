/* Parameters cut what they get, an unsigned in a record too. */
typedef Wide {
  int u;
  int b;
  int k
}
typedef Cut {
  unsigned u : 3;
  byte b;
  bit k
}

proctype P(Cut c; byte after) {
  assert(c.u == 5 && c.b == 44 && c.k == 1 && after == 2)
}

init {
  Wide w;
  w.u = 13;
  w.b = 300;
  w.k = 3;
  run P(w, 258)
}
