/* Refused: a channel as a side of an operator in what is assigned. */
chan c = [1] of { byte };
byte x;
active proctype A() { x = c + 1 }
