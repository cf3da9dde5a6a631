// unsigned with a width of its own
unsigned u : 3 = 7; unsigned v : 5;
active proctype A() { u++; assert(u == 0); u--; v = 37; assert(v == 5); u = v }
