// else is tried before timeout
byte x;
active proctype A() { if :: timeout -> x = 1 :: else -> x = 2 fi; if :: x == 1 :: timeout -> x = 3 fi }
