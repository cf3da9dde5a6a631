// a break that is the first of its option is a step
byte x;
active [2] proctype A() { do :: x < 2 -> x++ :: break od; x = 5 }
