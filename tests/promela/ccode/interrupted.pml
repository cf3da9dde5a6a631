/* Interrupted by unless. */
byte x; bool stop;
active proctype A() { do :: c_expr{now.x<5} -> c_code{now.x++;} :: else -> break od unless { stop } ; end: x == 77 }
active proctype B() { if :: c_expr{now.x==3} -> stop = true :: skip fi }
