// dying is no part of the atomic before it
byte x;
active [2] proctype A() { atomic { x = _pid; x = 5 } }
