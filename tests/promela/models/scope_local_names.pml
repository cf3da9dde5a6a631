// the same local name in two processes, and as a parameter
byte x;
active proctype A() { byte v = 1; v++; x = v }
active proctype B() { bit v = 1; v++; x = v }
