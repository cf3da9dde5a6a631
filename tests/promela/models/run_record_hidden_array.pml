/* Refused: an array inside of a record that is a parameter. Given to a process
 * that takes numbers it would do (run_record_array.pml). */
typedef Box {
  byte a[2];
  byte b
}

proctype P(Box x) {
  assert(x.b == 0)
}

init {
  Box x;
  run P(x)
}
