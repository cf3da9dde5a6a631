/* Refused: the same in an initial value. */
chan c = [1] of { byte };
active proctype A() { byte x = 1 - c; x = 2 }
