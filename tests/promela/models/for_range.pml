// for over a range, whose end is looked at each time
byte i, n = 2, x;
active proctype A() { for (i : 1 .. n) { x = x + i; if :: x == 1 -> n = 3 :: else fi } assert(i == 4) }
