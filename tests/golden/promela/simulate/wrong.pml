byte x;
active proctype A() { x = 1; printf("x is %d\n", x); assert(x == 2) }
