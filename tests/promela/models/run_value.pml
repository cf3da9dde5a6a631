// run is an expression: the new pid
pid p, q;
proctype A() { skip; skip }
init { p = run A(); q = run A(); assert(q == p + 1) }
