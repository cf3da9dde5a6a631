/* Nobody takes what is sent, as one field does not fit. */
chan c = [0] of { bit, byte };
byte n;

active proctype sender() {
  do
  :: c!0
  :: n == 0 -> break
  od
}
active proctype receiver() {
  byte x;
  do
  :: c?1, x
  :: n == 0 -> break
  od
}
