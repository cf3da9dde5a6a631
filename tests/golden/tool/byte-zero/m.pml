byte x; active proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }
ltl q { [] (x < 3) }
ltl r { [] (x < 4) }
