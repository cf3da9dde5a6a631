// an assertion that always holds
byte x;
active [2] proctype A() { byte t; atomic { t = x; x = t + 1 }; assert(x > 0 && x <= 2) }
