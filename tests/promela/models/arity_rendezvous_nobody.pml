/* The send is wrong also if nobody takes it. */
chan c = [0] of { bit, byte };
byte n;

active proctype sender() {
  do
  :: c!0
  :: n == 0 -> break
  od
}
