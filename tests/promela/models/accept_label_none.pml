// an accept label that is passed once
byte x;
active proctype A() { x = 1; accept_b: x = 2; x = 3 }
