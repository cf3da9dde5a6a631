/* Safety is violated, then a formula holds, and the last is violated. */
byte x;
active proctype P() { x = 1; assert(x == 2); x = 3 }
ltl small { [] (x < 4) }
ltl low { [] (x < 3) }
