/* A process that is active gets zeros, also for a channel in a record. */
typedef Box {
  chan c = [1] of { byte };
  byte b
}
Box given;

active [2] proctype P(byte n; Box x) {
  assert(n == 0 && x.c == 0 && x.b == 0);
  x.b = _pid;
  if
  :: _pid == 0 -> run P(x.b + 1, given)
  :: else
  fi
}
