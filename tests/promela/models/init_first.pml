// init takes part in the order of creation like any other
byte who;
active proctype A() { who = _pid }
init { who = _pid; who = 7 }
active proctype B() { who = _pid + 10 }
