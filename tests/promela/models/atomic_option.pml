// an atomic as an option is entered with its guard
byte x;
active [2] proctype A() { do :: atomic { x == 0 -> x = 1; x = 2 } :: atomic { x == 2; x = 0 } od }
