/* Two receives of a D_proctype that could take the same offer. */
chan q = [0] of { byte };
byte x;
active D_proctype A() {
  if
  :: q?1 -> x = 1
  :: q?eval(1) -> x = 2
  fi
}
active proctype B() { q!1 }
