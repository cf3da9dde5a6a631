// A rendezvous send in an escape that nobody takes, beside an alternative that
// is possible: SPIN then tries the main part, too.
byte x;
chan c = [0] of { byte };
active proctype P() {
  { x != 2 } unless { if :: c!1; x = 5 :: x = 1 fi; x = 6 };
  x = 7
}
