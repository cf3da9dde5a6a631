// every cycle makes progress
byte x;
active proctype A() { do :: x == 0 -> x = 1; progress: x = 2; x = 0 od }
