// !! keeps the buffer in order, the earlier of equals in front
chan c = [3] of { byte, byte };
active proctype A() { byte k, v; if :: c!!3,1; c!!1,2; c!!2,3 :: c!!2,1; c!!1,9; c!!2,0 fi; c?k,v; assert(k == 1); c?k,v; assert(k == 2); c?k,v }
