// check --native=always: safety violated
int x;
active proctype A() { x = 300; assert(x == 44) }
