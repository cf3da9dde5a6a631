// check --property=acceptance: acceptance violated
byte x;

active proctype A() {
  do
  :: x = 1 - x;
accept:
     x = 1 - x
  od
}
