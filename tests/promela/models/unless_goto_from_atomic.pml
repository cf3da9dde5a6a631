// An escape that begins with a goto: no step, but in SPIN it is one where it
// breaks into an atomic before the last statement.
byte x;
active proctype P() {
  { atomic { x == 5; x = 1 } } unless { goto L };
  x = 7;
  L: x = 2;
  x = 3
}
