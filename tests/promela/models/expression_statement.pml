// an expression is a statement that waits
byte x;
active proctype A() { x == 1; x = 2; x > 2 && x < 5; x = 0 }
active proctype B() { x = 1; x == 2 -> x = 4; (x == 0) }
