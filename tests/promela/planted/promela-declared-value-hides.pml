// check: safety violated
active proctype A() { skip; byte b = 4; assert(b == 0) }
