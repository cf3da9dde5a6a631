// an escape may interrupt an atomic
byte x;
active proctype A() { { atomic { x = 1; x = 2; x = 3 }; x = 4 } unless { x == 2 -> x = 10 } }
active proctype B() { x = 2 }
