/* Not compared in SPIN; here it is: see deviations. */
c_decl { extern int steps; };
c_track "&steps" "sizeof(int)" "UnMatched"
c_code { int steps; };
byte x;
active proctype A() {
  do
  :: c_expr { steps < 3 } -> c_code { steps++; }; x = 1 - x
  :: c_expr { steps == 3 } -> break
  od
}
