/* A record as a parameter: every field arrives, and what follows it too. */
typedef Order {
  byte kind;
  byte amount
}
byte seen;

proctype clerk(byte before; Order o; byte after) {
  seen = o.amount;
  assert(before == 1 && o.kind == 2 && after == 4);
  assert(o.amount != 3)
}

init {
  Order o;
  o.kind = 2;
  o.amount = 3;
  run clerk(1, o, 4)
}

ltl never_three { [] (seen != 3) }
