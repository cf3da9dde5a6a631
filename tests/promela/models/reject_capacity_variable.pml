/* Refused: a capacity that names a variable. */
byte n = 2;
chan c = [n] of { byte };
active proctype A() { c!1 }
