/* Elements of an array of records as arguments, one chosen by an index; a
 * record in a record, and arrays that become numbers. */
typedef Inner {
  byte x;
  bit flag;
  short wide
}
typedef Outer {
  int first;
  Inner in;
  byte last
}
typedef Row {
  byte a[3];
  byte end
}
Outer shared[2];

proctype reader(Outer o; byte which) {
  assert(o.first == -7 && o.in.x == 9);
  assert(o.in.flag == 1 && o.in.wide == 300);
  assert(o.last == 0);
  o.last = which;
  o.first = o.last + o.in.wide
}

proctype cells(byte a, b, c, d) {
  assert(a == 0 && b == 7 && c == 0 && d == 8)
}

init {
  byte i = 1;
  Row r;
  r.a[1] = 7;
  r.end = 8;
  run cells(r);
  shared[1].first = -7;
  shared[1].in.x = 9;
  shared[1].in.flag = 1;
  shared[1].in.wide = 300;
  if
  :: run reader(shared[i], 5)
  :: run reader(shared[1], 6)
  :: i = 0
  fi;
  assert(shared[1].first == -7)
}
