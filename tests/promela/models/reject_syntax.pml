// a parenthesis that is not closed
byte x;
active proctype A() { x = (1 + 2; }
