/* An offer is a second possibility even if nobody takes it; the first of two
 * receipts is not. */
byte x;
chan q = [0] of { byte };
active D_proctype A() {
  if
  :: x = 1
  :: q!1
  fi
}
