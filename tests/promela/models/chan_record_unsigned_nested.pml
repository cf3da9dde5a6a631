/* Refused: as chan_record_unsigned.pml, with a record in between. */
typedef Inner {
  unsigned u : 3
}
typedef T {
  byte a;
  Inner in
}
chan c = [1] of { byte, T };

init {
  T t;
  c!1, t
}
