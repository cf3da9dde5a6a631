/* A send with too few values is an error of each handshake. */
chan c = [0] of { bit, byte };
byte n;

active proctype sender() { c!1 }
active [2] proctype receiver() {
  byte x;
  c?_, x;
  n = n + x + 1
}
