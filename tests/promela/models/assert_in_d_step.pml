// an assertion in a d_step
byte x;
active proctype A() { do :: d_step { x < 3 -> x++; assert(x != 2); x = x } :: else -> break od }
