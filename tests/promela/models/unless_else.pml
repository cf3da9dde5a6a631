// else in an escape, without and with other options
byte x;
active proctype A() { { x = 1; x = 2; x = 3 } unless { if :: x == 2 -> x = 5 :: x == 3 -> x = 6 fi } }
active proctype B() { { x = 1; x = 2 } unless { if :: x == 9 -> x = 7 :: else -> x = 8 fi } }
