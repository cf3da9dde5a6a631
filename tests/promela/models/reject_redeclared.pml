// a name twice
byte x; byte x;
active proctype A() { x = 1 }
