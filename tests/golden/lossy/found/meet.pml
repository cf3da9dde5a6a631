byte x, y;
active proctype A() { do :: x < 3 -> x++ :: x == 3 -> break od }
active proctype B() { do :: y < 3 -> y++ :: y == 3 -> break od; assert(x != 2) }
