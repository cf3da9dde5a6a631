// _last: who moved last
byte x;
active [2] proctype A() { do :: _last != _pid -> x = 1 - x :: x == 1 -> break od }
