// the first option that can go on is taken
byte x, y;
active proctype A() { d_step { if :: x = 1 :: x = 2 fi; if :: x == 2 -> y = 1 :: x == 1 -> y = 2 :: else -> y = 3 fi; y = y + 10 } ; assert(y == 12) }
