// && and || do not look further than they must
byte a[2]; byte i = 5; byte x;
active proctype A() { if :: i < 2 && a[i] == 0 -> x = 1 :: i >= 2 || a[i] == 0 -> x = 2 fi; x = !x; assert(!x == (x == 0)) }
