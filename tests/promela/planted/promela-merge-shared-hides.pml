// check: safety violated
byte x;
active proctype A() { x = 1; x = 2 }
active proctype B() { assert(x != 1) }
