// a d_step is one step
byte x;
active [2] proctype A() { d_step { x++; x = x * 2; x = x % 5 }; x = 1 }
