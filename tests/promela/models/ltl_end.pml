// the end of a run repeats its last state
byte x;
active proctype A() { x = 1; if :: x = 2 :: x = 3 fi }
ltl p { <> [] (x >= 2) }
ltl q { [] <> (x == 2) }
