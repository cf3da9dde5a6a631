// macros with and without arguments, conditions
#define N 3
#define inc(x) x = (x + 1) % N
#define both(a, b) (a == 1 && b == 1)
#if N > 2
#define TOP 2
#else
#define TOP 9
#endif
#ifdef NEVER_SET
this is not read
#endif
byte x, y;
active proctype A() { do :: x < TOP -> inc(x) :: both(x, y) -> break :: x == TOP -> inc(y); x = 0 od }
