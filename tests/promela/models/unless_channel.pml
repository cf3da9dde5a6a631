// an escape by message
chan stop = [0] of { bit };
byte x;
active proctype A() { { do :: x = 1 - x od } unless { stop?1 -> x = 9 } }
active proctype B() { stop!0; x = 7 }
active proctype C() { stop!1 }
