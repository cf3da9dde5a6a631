// the escape is tried before each statement
byte x;
active proctype A() { { x = 1; x = 2; x = 3; x = 4 } unless { x > 2 -> x = 10; x = 11 }; x = 20 }
active proctype B() { x = 3 }
