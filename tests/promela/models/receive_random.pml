// ?? takes the first message that fits
chan c = [3] of { byte, byte };
active proctype A() { byte v; c!1,10; c!2,20; c!1,30; c??2,v; assert(v == 20); c??1,v; assert(v == 10); c?1,v; assert(v == 30) }
