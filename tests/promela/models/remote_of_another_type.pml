/* P's variable is asked for where a Q has come in its place: in SPIN the bytes
 * of a Q, which hold no 1 at that place, here 0. */
byte x;
proctype P(byte own) {
  skip;
}
proctype Q(bit first; byte second; byte third) {
end:
  x == 9;
}
proctype Look() {
end:
  do
  :: P[1]:own == 1 -> x = 1
  :: x == 1 -> x = 2
  od
}
init {
  run P(0);
  _nr_pr == 1;
  run Q(1, 255, 1);
  run Look();
}
