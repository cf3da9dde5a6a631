// a for in a for
byte i, j, x;
active proctype A() { for (i : 0 .. 1) { for (j : i .. 1) { x = x + i + j } } assert(x == 3) }
