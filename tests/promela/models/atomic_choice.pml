// choices in an atomic
byte x;
active proctype A() { atomic { if :: x = 1 :: x = 2; x = 3 :: x == 5 fi; if :: x == 1 -> x = 4 :: else -> skip fi } }
active proctype B() { x = 5 }
