// int is signed and has 32 bits
int x = 2147483647; int y;
active proctype A() { x = x - 1; y = -x; assert(y < 0); y = x / 2; x = -7 / 2; assert(x == -3) }
