byte x;
active proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }
never { T0: if :: x > 3 -> goto accept_all :: else -> goto T0 fi; accept_all: skip; goto accept_all }
