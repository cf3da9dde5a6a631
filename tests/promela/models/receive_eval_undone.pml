/* What a field receives is compared with in a later one: eval sees the value
 * before the receive. All 21 contents of the channel are there with both values
 * of g. SPIN undoes the receive with eval of the new g and so puts another
 * message back: it misses states. */
byte g;
chan c = [2] of { byte, byte };

active proctype sender() {
  do
  :: c!1,1
  :: c!0,1
  :: c!1,0
  :: c!0,0
  od
}

active proctype receiver() {
  do
  :: c?g,eval(g)
  od
}
