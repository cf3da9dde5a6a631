// a cycle that makes none
byte x;
active proctype A() { do :: x == 0 -> x = 1; progress_a: x = 0 :: x == 0 -> x = 2 :: x == 2 -> x = 0 od }
