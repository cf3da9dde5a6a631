// an unless in an option
byte x;
active proctype A() { do :: x < 3 -> { x++; x++ } unless { x == 2 -> x = 5 } :: x >= 3 -> break od }
