// Two states: a formula that holds, one that does not.
byte x;
active proctype P() { do :: x == 0 -> x = 1 :: x == 1 -> x = 0 od }
ltl holds { [] (x < 2) }
ltl fails { [] (x == 0) }
