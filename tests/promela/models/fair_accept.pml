// without fairness one process can starve the other
bit done; byte x;
active proctype A() { do :: x = 1 - x od }
active proctype B() { accept_wait: if :: !done -> done = 1 fi }
