// a timeout in the middle of an atomic
byte x;
active proctype A() { atomic { x = 1; timeout -> x = 2; x = 3 } }
active proctype B() { x == 1 -> x = 4; x == 3 -> x = 5 }
