// a claim with an accepting cycle
byte x;
active proctype A() { do :: x = 1 - x :: x == 1 -> x = 2 od }
never { T: if :: x == 1 -> goto accept_it :: true -> goto T fi; accept_it: do :: x != 2 od }
