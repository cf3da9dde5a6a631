/* Refused: a channel that runs through a range. */
chan c = [1] of { byte };
active proctype A() { select(c : 1 .. 2) }
