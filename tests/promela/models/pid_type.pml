// pid is a small number
pid p = 3;
active [2] proctype A() { p = _pid; p = p + 1 }
