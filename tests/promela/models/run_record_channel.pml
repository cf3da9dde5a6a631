/* Channels in a record that is given to a process: the process gets their
 * numbers and makes none of its own. */
typedef Lock {
  chan take = [0] of { bit };
  chan give = [1] of { byte };
  byte owner
}

proctype worker(Lock l; byte who) {
  l.take!1;
  l.owner = who;
  l.give!who
}

proctype middle(Lock l) {
  run worker(l, 5)
}

init {
  Lock l;
  byte who;
  run middle(l);
  l.take?1;
  l.give?who;
  assert(who == 5 && l.owner == 0)
}
