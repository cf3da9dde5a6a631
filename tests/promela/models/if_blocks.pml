// no option can go on until somebody helps
byte x;
active proctype A() { if :: x == 1 -> x = 5 :: x == 2 -> x = 6 fi }
active proctype B() { if :: x = 1 :: x = 2 :: x = 3 fi }
