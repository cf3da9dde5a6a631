byte x;
active proctype A() { do :: x < 3 -> x++ :: else -> x = 0 od }
