/* uerror ends nothing. */
byte x;
active proctype A() { do :: x < 3 -> c_code { now.x++; if (now.x == 2) uerror("two"); } :: c_expr { now.x == 3 } -> break od; c_code { uerror("done"); now.x = 9; }; assert(x == 8) }
active proctype B() { c_code { Printf("quiet %d\n", now.x); } }
