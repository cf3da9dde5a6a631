// a loop in an atomic
byte x, n;
active proctype A() { atomic { do :: n < 4 -> n++; x = x + n :: n == 4 -> break od; x = 0 } ; n = 0 }
