/* While an offer waits two processes take turns: 3 states, again and again. */
chan c = [0] of { byte };
byte n;
active proctype S() { c!1 }
active proctype A() { end: do :: d_step { assert(true); n = (n + 1) % 3 } od }
active proctype B() { end: do :: d_step { assert(true); n = (n + 1) % 3 } od }
active proctype R() { c?1 }
