/* C text may end a line, as a block does. */
byte x;
c_decl { int unused; }
c_code { int unused2; }
active proctype A() {
  c_code { now.x = 1; }
  c_expr { now.x == 1 }
  c_code { now.x = 2; } ;
  c_expr { now.x == 2 } -> x = 3
}
