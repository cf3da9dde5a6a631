/* Refused: an array of records inside of what is given to a process. */
typedef Part {
  byte x
}
typedef Whole {
  Part parts[2]
}

proctype P(Whole w) {
  assert(w.parts[0].x == 0)
}

init {
  Whole w;
  run P(w)
}
