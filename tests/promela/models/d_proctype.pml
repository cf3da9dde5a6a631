// a D_proctype must never have a choice
byte x;
active D_proctype A() { do :: x < 2 -> x++ :: x > 0 -> break od }
active proctype B() { x = 1 }
