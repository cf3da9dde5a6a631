// a channel is sent, the answer comes by it
chan ask = [1] of { chan, byte };
proctype Client(byte q) { chan mine = [1] of { byte }; byte a; ask!mine, q; mine?a; assert(a == q + 1) }
active proctype Server() { chan to; byte q; end: do :: ask?to, q -> to!q + 1 od }
init { atomic { run Client(3); run Client(5) } }
