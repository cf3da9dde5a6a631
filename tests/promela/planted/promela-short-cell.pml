// check: safety holds
short wide;

active proctype A() {
  wide = 300;
  wide = wide - 600;
  assert(wide < 0 || wide > 0)
}
