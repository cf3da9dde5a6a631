// bit and bool have one bit
bit b; bool c = true;
active proctype A() { b = 1; b = b + 1; c = !c; b = 3; assert(b == 1); c = b }
