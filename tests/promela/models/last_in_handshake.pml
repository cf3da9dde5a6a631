/* While a handshake is going on, _last is the sender. */
chan c = [0] of { byte, byte };
byte x;

active proctype S() { x = 1; c!1, 0 }

active proctype T() { x = 2; c!2, 0 }

active proctype R() {
  byte n;
  do
  :: c?n, eval(_last)
  :: timeout -> break
  od
}
