// an atomic in an atomic is nothing special
byte x;
active proctype A() { atomic { x = 1; atomic { x = 2; x = 3 }; x = 4 }; atomic { { x = 5 }; atomic { x = 6 } } }
active proctype B() { x = 9 }
