/* C's own variables, tracked: part of the state although Promela cannot name them. */
c_decl {
  extern int counter;
  extern short grid[2][2];
};
c_track "&counter" "sizeof(int)"
c_track "grid" "sizeof(short) * 4" "Matched"
c_code {
  int counter = 3;
  short grid[2][2] = { { 1, 2 }, { 3, 4 } };
  static void turn(int by) { counter = (counter + by) % 5; grid[counter % 2][1] = by; }
};
byte last;
active proctype A() {
  do
  :: c_code { turn(1); }
  :: c_code { turn(2); } ; last = 1
  :: c_expr { counter == 4 && grid[0][0] == 1 } -> last = 2; break
  od
}
active proctype B() {
  c_expr { counter != 3 };
  c_code { now.last = counter; grid[1][0] = 0; }
  c_expr { grid[1][0] == 0 }
}
