// check --property=never: never violated
// loud: promela-claim-accept
byte x;

active proctype P() {
  do
  :: x = 1 - x
  od
}

never {
accept_always:
  do
  :: x < 2
  od
}
