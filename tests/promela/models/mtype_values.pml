// mtypes are numbered from the end of their list, lists one above the other
mtype = { a, b, c };
mtype = { d };
mtype m = a;
active proctype P() { assert(a == 3 && c == 1 && d == 4); m = d; if :: m == d -> m = 2 :: else -> m = a fi; assert(m == b) }
