/* There is nothing beyond several fields that could be assigned. */
chan c = [1] of { byte, byte };

active proctype sender() { c!1, 2 }
active proctype receiver() {
  byte x;
  c?x, _, _
}
