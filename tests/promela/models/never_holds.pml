// a claim that finds nothing
byte x;
active proctype A() { do :: x < 3 -> x++ :: x == 3 -> break od }
never { do :: x > 3 -> break :: else od }
