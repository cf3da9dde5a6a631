// two that insert
chan c = [3] of { byte };
active [2] proctype A() { c!!2 - _pid; c!!_pid + 1 }
active proctype B() { byte v, w; c?v; c?w }
