// a single field of one bit is a whole byte; among others it is not
chan one = [1] of { bit }; chan two = [1] of { bit, bit };
active proctype A() { byte x, y; one!3; one?x; assert(x == 3); two!3,2; two?x,y; assert(x == 1 && y == 0) }
