// an escape with options
byte x; byte y;
active proctype A() { do :: { x = (x + 1) % 3; y = 1 } unless { if :: x == 2 -> y = 2 :: x == 2 && y == 1 -> break fi } od }
