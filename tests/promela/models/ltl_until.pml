// until, weak until, release
byte x;
active proctype A() { x = 1; do :: x = 2 :: x = 3; break od }
ltl u { (x < 2) U (x >= 2) }
ltl w { (x < 3) W (x == 3) }
ltl v { (x == 3) V (x < 4) }
ltl f { <> (x == 3) }
