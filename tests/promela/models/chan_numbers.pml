// channels have numbers, which can be compared
chan a = [1] of { byte }; chan b[2] = [0] of { byte };
byte x;
active proctype P() { chan c; c = b[1]; assert(a == 1 && b[0] == 2 && c == 3); x = a; c = a; assert(c == x) }
