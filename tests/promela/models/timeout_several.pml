// several that wait for a timeout, and one by an expression
byte x;
active [2] proctype A() { timeout -> x = _pid + 1 }
active proctype B() { if :: timeout && x == 1 -> x = 5 :: timeout && x == 2 -> x = 6 :: x == 9 fi }
