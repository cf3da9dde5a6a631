/* The same for what only looks. */
chan c = [1] of { byte, byte };
byte x;

active proctype sender() { c!1, 2 }
active proctype receiver() {
  if
  :: c?[1, 3, 4] -> x = 1
  :: c?[1, 2, _] -> x = 2
  :: c?[1, 2, 5] -> x = 3
  fi
}
