// macros in formulas, labels of processes
#define high (x > 1)
byte x;
active proctype A() { x = 1; crit: x = 2; x = 0 }
ltl p { [] (A@crit -> <> high) }
ltl q { <> high && [] (!high || x == 2) }
ltl r { [] <> high }
