// a break outside of loops
byte x;
active proctype A() { x = 1; break }
