#define N(x) (x
byte b = N(1;
active proctype A() { skip }
