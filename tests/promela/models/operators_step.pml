// ++ and --
byte x; int y = 1;
active proctype A() { x++; x++; y--; y--; assert(y == -1) }
active proctype B() { x--; x > 1 -> y = x }
