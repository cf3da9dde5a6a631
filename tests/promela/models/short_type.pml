// short is signed and has 16 bits
short x = 32767; short y = -32768;
active proctype A() { x++; assert(x == -32768); y--; assert(y == 32767); x = 70000 }
