// always, eventually, until, implies, equivalent
byte x;
active proctype A() { do :: x = 1 :: x = 2 od }
ltl a { always ((x == 1) implies eventually (x == 2)) }
ltl b { eventually always (x == 1) }
ltl c { (x == 0) until (x > 0) }
ltl d { always ((x == 2) equivalent !(x == 1)) }
