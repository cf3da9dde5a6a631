/* A message that stays in the channel may be named in part. */
chan c = [1] of { byte, byte };
byte x, y;

active proctype sender() { c!1, 2 }
active proctype receiver() {
  c?<x>;
  c?<1>;
  c?x, y;
  assert(x == 1 && y == 2)
}
