// where another process stands
byte x;
active proctype A() { x = 1; here: x = 2; if :: x == 2 -> there: x = 3 :: x == 7 fi }
active proctype B() { A@here; x = 7; if :: A[0]@there -> x = 8 :: else -> x = 9 fi }
