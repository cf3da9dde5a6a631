// c!m(x) is c!m,x
mtype = { put, get };
chan c = [1] of { mtype, byte, bit };
active proctype A() { c!put(3, 1); c!get(4, 0) }
active proctype B() { byte v; bit b; c?put(v, b); c?get(v, b); assert(v == 4) }
