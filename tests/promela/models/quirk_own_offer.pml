/* S offers on c while D's d_step, which does not look for offers, comes between
 * the halves: S is behind its send then, and cannot take its own offer. */
chan c = [0] of { byte };
byte x;
active proctype S() {
end:
  if
  :: c?_ -> x = 1
  :: c!0 -> x = 2
  fi
}
active proctype D() {
  d_step {
    printf("");
    x = 3
  }
}
