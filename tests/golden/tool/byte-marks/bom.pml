byte x; active proctype P() { x = 1 }
ltl a { [] (x < 2) }
