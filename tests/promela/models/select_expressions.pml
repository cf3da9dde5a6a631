// select between expressions
byte n = 2; short k;
active proctype A() { select (k : -1 .. n); if :: k < 0 -> n = 0 :: else fi; select (k : n .. n + 1) }
