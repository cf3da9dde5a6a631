// break from an atomic
byte x;
active proctype A() { do :: atomic { x < 3 -> x++; if :: x == 2 -> break :: else fi; x++ } :: x > 1 -> break od; x = 7 }
