// check: safety violated
/* Nobody takes the offer, though a d_step runs while it is made. */
byte x;
chan q = [0] of { byte };

active proctype S() {
  if
  :: q!1
  :: else -> assert(false)
  fi
}

active proctype B() {
end:
  do
  :: d_step { printf("between\n"); x = 1 - x }
  od
}
