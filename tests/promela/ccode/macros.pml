/* C by macros, labels on C, quotes in C. */
#define test c_expr { now.x == 1 }
#define do_it(n) c_code { now.x = n; }
byte x;
c_code { int helper(int a) { return a + now.x; } }
active proctype A() { do_it(1); test -> do_it(helper(4)); L: do_it(7); goto M; M: c_expr { now.x == 7 && 
  "a;b"[1] == ';' } }
active proctype B() { A[0]@L -> x = 3 }
