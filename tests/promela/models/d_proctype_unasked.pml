/* A second possibility is an error of a D_proctype, but not if it is a skip, a
 * jump or a d_step: SPIN does not ask there. */
byte x;
active D_proctype A() {
  byte own;
  do
  :: own >= 0; own = 1 - own
  :: skip; x = 1
  :: d_step { x = 2; own = 0 }
  :: break
  od
}
