// a variable of another process
active proctype A() { byte v; v = 1; v = 2; v = 3 }
active proctype B() { byte w; w = A:v; w = w + A[0]:v; A:v == 3 }
