/* Refused: a field of a record of another process cannot be named, neither in
 * a process nor in a formula. */
typedef Box {
  byte a;
  byte b
}
byte seen;

proctype owner(byte first; Box x) {
  x.a == 4;
  x.b = 6;
  first = 9
}

active proctype watcher() {
  owner:x.b == 6;
  seen = owner[2]:x.a;
  assert(seen == 4 || seen == 0)
}

init {
  Box y;
  y.a = 4;
  y.b = 5;
  run owner(7, y)
}

ltl arrives { <> (owner:first == 9) }
