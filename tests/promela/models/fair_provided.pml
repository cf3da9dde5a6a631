// a process that may never move is not treated unfairly
byte x;
active proctype A() { accept_a: do :: x = 1 - x od }
active proctype B() provided (x == 7) { x = 2 }
