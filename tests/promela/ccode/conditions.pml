/* What must hold before: an error, and the step is not possible. */
byte x; byte tries;
active proctype A() {
  c_code [ now.x < 2 ] { now.x++; };
  if
  :: c_code [ now.x > 5 ] { now.tries = 1; }
  :: x++
  :: else -> skip
  fi;
  d_step { c_code [ now.x != 7 ] { now.x = now.x + 1; }; tries = x };
  c_expr [ now.tries ] { now.x > 0 } && x < 9;
  c_code [ now.x == 200 ] { now.x = 0; }
}
active proctype B() { do :: x < 3 -> x++ :: x == 3 -> break od }
