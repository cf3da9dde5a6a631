// it starts only if its first statement can
byte x;
active proctype A() { do :: d_step { x < 3 -> x++; x++ } :: d_step { x >= 3 -> x = 0 } :: d_step { x == 2; x = 7 } -> break od }
