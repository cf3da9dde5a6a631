// buffers in a d_step
chan c = [2] of { byte };
byte x;
active proctype A() { d_step { c!3; c!4; c?x; assert(x == 3); x = len(c) } }
active proctype B() { c?x; x = 0 }
