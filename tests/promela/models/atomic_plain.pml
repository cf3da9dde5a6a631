// nobody else moves inside
byte x;
active [2] proctype A() { atomic { x++; x++; assert(x % 2 == 0) }; x = 0 }
