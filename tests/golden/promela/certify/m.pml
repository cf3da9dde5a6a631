#ifdef WRONG
#define LIMIT 1
#else
#define LIMIT 2
#endif
byte x;
active proctype P() { do :: x < LIMIT -> x++ :: x == LIMIT -> x = 0 od }
ltl low { [] (x < 2) }
ltl back { [] <> (x == 0) }
