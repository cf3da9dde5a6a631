// a declaration behind a statement is a step
byte x;
active [2] proctype A() { byte a = 1; x = a; byte b = a + 1, c; x = b + c; { byte d = x; x = d } }
