// & | ^ ~ << >>
int x = 12;
active proctype A() { x = x & 10 | 1; assert(x == 9); x = x ^ 3; x = ~x; x = x << 2; x = x >> 1; assert(x == -22) }
