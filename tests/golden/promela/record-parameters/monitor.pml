typedef Reading {
  byte sensor;
  byte value
}
byte seen;

init {
  Reading r;
  r.value = 5;
  run monitor(r)
}

proctype monitor(Reading r) {
  seen = r.value;
  assert(r.value != 5)
}

ltl never_five { [] (seen != 5) }
