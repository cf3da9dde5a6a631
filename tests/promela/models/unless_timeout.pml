// timeout as an escape
byte x;
active proctype A() { { x = 1; x == 7; x = 2 } unless { timeout -> x = 3 } }
active proctype B() { x == 3 -> x = 4 }
