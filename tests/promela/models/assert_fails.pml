// the search goes on past an assertion that fails
byte x;
active [2] proctype A() { byte t; t = x; x = t + 1; assert(x == _pid + 1); x = 0 }
