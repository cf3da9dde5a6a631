// pc_value is the number of a place: all that can be said is whether it changes
byte x;
active proctype A() { x = 1; x = 2 }
active proctype B() { if :: pc_value(0) == pc_value(0) -> x = 5 :: else -> x = 6 fi }
