// timeout when nothing else can move
byte x;
active proctype A() { do :: x < 2 -> x++ :: timeout -> break od; x = 7 }
active proctype B() { x == 7 -> x = 8 }
