/* Beyond the only field of a message there are zeros. */
chan c = [2] of { byte };
chan wide = [0] of { byte, byte, byte };
byte x = 7;

active proctype sender() { c!1; c!2 }
active proctype receiver() {
  byte y = 7;
  if
  :: c?1, x, y -> assert(x == 0 && y == 0)
  :: c?1, x, 0 -> x = 4
  :: c?1, x, 1 -> x = 5
  :: c??2, x -> x = 6
  :: c?[1, 0] -> skip
  fi
}
