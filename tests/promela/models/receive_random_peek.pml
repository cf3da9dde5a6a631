// ?? < > looks for one that fits and leaves it there
chan c = [3] of { byte, byte };
active proctype A() { byte v; c!1,5; c!2,6; c??<2,v>; assert(v == 6 && len(c) == 2); c?1,v; c??2,v }
