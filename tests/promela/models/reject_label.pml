// a label inside the first statement of an atomic
byte x;
active proctype A() { atomic { L: x = 1; goto L } }
