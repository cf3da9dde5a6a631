// an event trace of what is received
mtype = { a, b };
chan c = [1] of { mtype };
active proctype A() { c!a; c!b }
active proctype B() { c?a; c?b }
trace { c?a; c?b }
