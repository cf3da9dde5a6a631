// unsigned without a width: SPIN complains, and goes on
unsigned u;
active proctype A() { u = 65535; u++; assert(u == 0) }
