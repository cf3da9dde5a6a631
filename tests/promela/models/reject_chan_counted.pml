/* Refused: a channel that is counted up. */
chan c = [1] of { byte };
active proctype A() { c++ }
