// it is done again in each round
byte x;
active proctype A() { do :: x < 3 -> byte t = x + 1; byte a[2]; a[1] = t; x = t :: else -> break od }
