/* The same in an atomic sequence: it blocks at the send and gives way, and the
 * assertion fails. SPIN takes the d_step for a receiver and gives no way. */
byte x;
chan q = [0] of { byte };
active proctype S() { atomic { x = 1; q!1; x = 2 } }
active proctype R() { end: x == 1; assert(false) }
active proctype B() { end: do :: d_step { printf("between\n"); x = x } od }
