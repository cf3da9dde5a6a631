// the outer escape comes first
byte x;
active proctype A() { { { x = 1; x = 2; x = 3 } unless { x == 2 -> x = 10; x = 12 } } unless { x == 2 || x == 10 -> x = 20 } }
