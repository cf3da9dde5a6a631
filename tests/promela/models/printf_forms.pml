// printing is a step
mtype = { on, off };
byte x = 3; mtype m = on;
active proctype A() { printf("%d %u %c %o %x %e\n", x, x, x, x, x, m); printm(m); printf("no arguments"); x = 0 }
