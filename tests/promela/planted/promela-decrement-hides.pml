// check: safety violated
byte x = 9;
active proctype A() { x--; assert(x == 7) }
