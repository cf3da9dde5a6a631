// byte wraps from 255 to 0
byte x = 254; byte y;
active proctype A() { x++; x++; assert(x == 0); y--; assert(y == 255); y = 300 }
