// records cannot be assigned whole
typedef T { byte a }
T s, t;
active proctype A() { s = t }
