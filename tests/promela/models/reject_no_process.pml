// nothing to run
byte x;
proctype A() { x = 1 }
