// show and local change nothing here
show byte x; local byte y;
active proctype A() { y = 1; x = y; y = 2 }
active proctype B() { show byte z; z = x }
