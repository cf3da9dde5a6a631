// check: safety violated
byte x;
active proctype A() { end: timeout; assert(x == 1) }
