/* Records as arguments of an inline, on the way to a process and to a channel
 * and back. */
typedef Item {
  byte key;
  short value
}
chan wire = [1] of { byte, Item, bit };
byte total;

proctype sink(Item one; Item two) {
  total = one.key + two.value
}

inline pass(it, n) {
  wire!n, it, 1;
  wire?n, it, _;
  run sink(it, it)
}

active proctype main() {
  Item m[2];
  byte n = 2;
  m[1].key = 3;
  m[1].value = -1;
  pass(m[1], n);
  pass(m[0], n);
  (_nr_pr == 1);
  assert(total == 0)
}
