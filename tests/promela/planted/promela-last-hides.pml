// check: safety violated
active [2] proctype A() { skip; assert(_last == 0) }
