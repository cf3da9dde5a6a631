// a label that is not there
byte x;
active proctype A() { x = 1; goto nowhere }
