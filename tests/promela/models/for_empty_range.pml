// a for whose body never runs
byte i, n; byte x;
active proctype A() { for (i : 1 .. n) { x = 1 } assert(x == 0 && i == 1) }
