byte x[6]; active [6] proctype P() { do :: x[_pid] < 30 -> x[_pid]++ :: x[_pid] > 0 -> x[_pid]-- od }
ltl q { ([] (x[0] == 5)) -> <> (x[0] == 3) }
ltl r { [] (x[0] < 2) }
