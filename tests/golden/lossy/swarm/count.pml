byte x, y;
active proctype A() { do :: x < 200 -> x++ :: x = 0 od }
active proctype B() { do :: y < 200 -> y++ :: y = 0 od }
