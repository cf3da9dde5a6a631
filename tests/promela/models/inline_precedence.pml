// arguments are put in without parentheses
byte x;
inline twice(v) { x = v * 2 }
active proctype A() { twice(1 + 2); assert(x == 5); twice((1 + 2)); assert(x == 6) }
