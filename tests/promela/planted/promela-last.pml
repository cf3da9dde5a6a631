// check: safety holds, turns holds
byte x;

active [2] proctype A() { x++; x++ }

ltl turns { [] (_last < 2) }
