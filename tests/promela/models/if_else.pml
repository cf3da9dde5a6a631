// else, wherever it stands
byte x;
active proctype A() { if :: else -> x = 1 :: x == 3 -> x = 4 fi; if :: x == 4 -> x = 5 :: else fi }
active proctype B() { x = 3; x = 4 }
