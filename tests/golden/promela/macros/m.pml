#ifdef FAST
#define STEP 2
#else
#define STEP 1
#endif
#ifndef GOAL
#define GOAL (STEP * 3)
#endif
byte x;
active proctype P() { do :: x < GOAL -> x = x + STEP :: else -> break od; assert(x == LAST) }
