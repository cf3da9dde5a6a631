// comparisons are numbers
byte x; int y;
active proctype A() { x = (3 < 4) + (4 <= 4) + (5 > 5); y = (x == 2) - (x != 2); y = (y >= 1) * 7 }
