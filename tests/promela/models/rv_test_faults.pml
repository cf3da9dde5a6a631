/* What a receiver compares with cannot be computed: an error, though nobody
 * takes the message. */
chan c = [0] of { byte };
byte a[2], i = 9, n;

active proctype sender() {
  do
  :: c!5
  :: n == 0 -> break
  od
}
active proctype receiver() {
  do
  :: c?eval(a[i])
  :: n == 0 -> break
  od
}
