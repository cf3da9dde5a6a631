/* Refused: a field that begins as a variable. */
byte n = 2;
typedef Box { byte a = n }
Box x;
active proctype A() { x.a = 1 }
