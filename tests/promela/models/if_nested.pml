// a choice that starts an option belongs to the outer choice
byte x;
active [2] proctype A() { if :: if :: x == 0 -> x = 1 :: x == 1 -> x = 2 fi; x = x + 1 :: x == 2 -> x = 0 :: x == 0 fi }
