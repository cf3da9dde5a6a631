// arguments are values: the caller's variable does not change
byte sum;
proctype Add(byte a; short b, c) { sum = sum + a + b; a = 7; sum = sum + c }
init { byte v = 1; run Add(v, 2, 3); run Add(v + 1, -1, v); v = 0 }
