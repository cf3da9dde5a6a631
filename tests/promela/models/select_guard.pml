// select as a guard, and in a d_step
byte i, j;
active proctype A() { if :: select (i : 1 .. 3) :: i = 5 fi; d_step { select (j : 2 .. 4); j++ } }
