// loops run to their end
byte i, x;
active proctype A() { d_step { i = 0; do :: i < 10 -> x = x + i; i++ :: else -> break od; i = 0 }; assert(x == 45) }
