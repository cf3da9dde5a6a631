// ?< > leaves the message there
chan c = [2] of { byte, bit };
active proctype A() { byte v; bit b; c!4,1; c?<v,b>; assert(v == 4 && len(c) == 1); c?<4,b>; c?v,_ ; assert(len(c) == 0) }
