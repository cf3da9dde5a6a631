// a process moves only while its condition holds
byte turn, x;
active proctype A() provided (turn == 0) { do :: x < 3 -> x++; turn = 1 :: else -> break od; turn = 1 }
active proctype B() provided (turn == 1) { do :: x < 3 -> x = x + 2; turn = 0 :: else -> break od; turn = 0 }
