/* The first two properties take for ever, the others take a moment. */
byte a, b, c, d;
active proctype A() { do :: a++ od }
active proctype B() { do :: b++ od }
active proctype C() { do :: c++ od }
active proctype D() { do :: d++ od }
ltl never_ends { [] <> (a != 77 || b != 77 || c != 77 || d != 77) }
ltl cheap { [] (a == 0 && b == 0 && c == 0) }
ltl also_cheap { [] (d == 0) }
