// an atomic that cannot go on lets the others move
byte x, y;
active proctype A() { atomic { x = 1; y == 1 -> x = 2; y == 2; x = 3 } }
active proctype B() { y = 1; y = 2; y = 3; x = 7 }
