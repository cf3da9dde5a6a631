/* SPIN counts the scalars that are given, and nothing else: two records may
 * become numbers, and numbers a record. */
typedef Pair {
  byte left;
  int right
}
typedef Narrow {
  bit left;
  byte right;
  byte more
}

proctype numbers(byte a; int b; byte c) {
  assert(a == 1 && b == 300 && c == 8)
}

proctype narrow(Narrow n) {
  assert(n.left == 1 && n.right == 44 && n.more == 8)
}

init {
  Pair p;
  pid child;
  p.left = 1;
  p.right = 300;
  run numbers(p, 8);
  child = run narrow(p, 8);
  assert(child > 0);
  run narrow(3, 300, 8)
}
