// a name that is not declared
active proctype A() { x = 1 }
