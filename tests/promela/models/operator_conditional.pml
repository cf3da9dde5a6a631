// (c -> a : b)
byte x = 1; int y;
active [2] proctype A() { y = (x > 1 -> 10 : (x == 1 -> 20 : 30)); x = (y > 15 -> 2 : 0) }
