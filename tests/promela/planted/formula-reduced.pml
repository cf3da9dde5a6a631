// check --property=q: q violated
// loud: promela-ample-conflicts
byte x, y;

active proctype A() { x = 1; x = 2 }

active proctype B() { y = x }

ltl q { [] (y != 1) }
