// a label that is asked for makes its goto a step
byte x;
active proctype A() { x = 1; jump: goto on; x = 2; on: x = 3 }
active proctype B() { do :: A@jump -> x = 4 :: x == 3 -> break od }
