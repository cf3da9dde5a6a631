// select between numbers
byte i; byte x;
active proctype A() { select (i : 1 .. 4); x = i; select (i : 0 .. 1); assert(x > i) }
