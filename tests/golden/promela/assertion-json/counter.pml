byte n;
active proctype look() { (_nr_pr == 1) -> assert(n == 2) }
active [2] proctype add() { byte t; t = n; n = t + 1 }
