byte x;
active proctype A() { c_code { now.x = 1; } x = 2; if :: c_expr { now.x == 2 }; x = 3 fi; assert(x == 3) }
