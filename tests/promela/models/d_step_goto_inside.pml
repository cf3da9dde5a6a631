// a jump within a d_step
byte x;
active proctype A() { d_step { x = 1; back: x++; if :: x < 5 -> goto back :: else -> skip fi; x = 9 } }
