// check: safety violated
chan c = [0] of { byte };
int got;
active proctype A() { c!300 }
active proctype B() { c?got; assert(got == 300) }
