// active processes are there from the start, in the order of the text
byte x;
active proctype A() { x = 1; x = 2 }
active proctype B() { x = x + 10 }
