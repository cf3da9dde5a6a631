// a handshake is one step
chan c = [0] of { byte, bit };
byte got;
active proctype A() { c!5, 1; c!6, 0 }
active proctype B() { bit b; c?got, b; c?got, b; assert(got == 6 && !b) }
