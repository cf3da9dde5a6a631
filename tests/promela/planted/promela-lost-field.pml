// check: safety holds, seen holds
typedef pair { byte a; byte b }
byte g, h;

init {
  pair p;
  p.a = 1;
  p.b = 5;
  run monitor(p, 7)
}

proctype monitor(pair q; byte more) {
  g = q.b;
  h = more;
  assert(q.a == 1)
}

ltl seen { [] (g != 6) }
