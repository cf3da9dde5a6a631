byte x
ltl p { [] (x == y) }
active proctype A() { x = 1 }
