// check: safety violated
chan c = [3] of { byte };
byte first;
active proctype A() { c!!3; c!!1; c?first; assert(first == 3) }
