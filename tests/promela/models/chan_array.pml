// an array of channels
chan c[2] = [1] of { byte };
active [2] proctype P() { byte v; c[1 - _pid]!_pid; c[_pid]?v; assert(v == 1 - _pid) }
