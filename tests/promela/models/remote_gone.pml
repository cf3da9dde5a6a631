// of a process that is no longer there
byte x;
active proctype B() { x = 1; x = 2 }
active proctype A() { byte v; v = 5; L: skip }
active proctype C() { do :: A[1]:v == 5 -> x = 3 :: A[1]@L -> x = 4 :: x == 2 -> break od }
