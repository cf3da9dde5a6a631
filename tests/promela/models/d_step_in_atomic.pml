// a d_step in an atomic
byte x;
active [2] proctype A() { atomic { x = 1; d_step { x = 2; x = 3 }; x = 4 }; atomic { x = 5; d_step { x++; x++ } } }
