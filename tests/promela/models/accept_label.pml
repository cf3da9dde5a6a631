// a cycle through an accept label
byte x;
active proctype A() { do :: x == 0 -> accept_a: x = 1 :: x == 1 -> x = 0 od }
active proctype B() { x = 2 }
