// a message is cut by its field, and again by the variable
chan c = [2] of { byte, int };
active proctype A() { byte x; bit b; c!257,3; c?x,b; assert(x == 1 && b == 1); c!-1,-1; c?x,b; assert(x == 255) }
