// check --property=never: never holds
// loud: promela-claim-else
byte x;

active proctype P() {
  do
  :: x < 3 -> x++
  :: x == 3 -> x = 0
  od
}

never {
  do
  :: x < 4
  :: else -> break
  od;
  false;
accept_last:
  do
  :: true
  od
}
