byte x, y;
active proctype P() { do :: x = 1 :: x = 2 od }
active proctype Q() { do :: y = 1 - y od }
ltl twice { <> (y == 2) }
