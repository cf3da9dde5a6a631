#define small (x < 2)
#define big (x >= 2)
byte x;
active proctype A() { do :: x = (x + 1) % 4 od }
