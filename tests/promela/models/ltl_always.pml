// a property of all states
byte x;
active proctype A() { do :: x < 3 -> x++ :: x > 0 -> x-- od }
ltl low { [] (x <= 3) }
ltl lower { [] (x < 3) }
