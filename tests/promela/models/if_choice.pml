// all options that can go on are possible
byte x;
active proctype A() { if :: x == 0 -> x = 1 :: x < 2 -> x = 2 :: x > 5 -> x = 3 fi; if :: x == 1 -> x = 7 :: x == 2 fi }
