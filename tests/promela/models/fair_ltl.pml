// what holds only if both move
bit a, b;
active proctype A() { do :: a = 1 - a od }
active proctype B() { do :: b = 1 - b od }
ltl p { [] <> (b == 1) }
ltl q { [] <> (a == 1 && b == 1) }
