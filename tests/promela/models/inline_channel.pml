// channels and messages as arguments
chan c = [1] of { byte, byte };
inline put(to, a, b) { to!a,b }
inline take(from, a) { from?a,_ }
active proctype A() { byte v; put(c, 1, 2); take(c, v); assert(v == 1); put(c, v + 1, 0) }
