// a channel travels in a handshake
chan up = [0] of { chan };
chan data = [0] of { byte };
active proctype A() { up!data; data!4 }
active proctype B() { chan c; byte v; up?c; c?v; assert(c == data && v == 4) }
