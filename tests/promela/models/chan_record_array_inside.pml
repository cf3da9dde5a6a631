/* Refused: an array of records inside of what is sent. */
typedef Part {
  byte x
}
typedef Whole {
  Part parts[2]
}
chan c = [1] of { Whole };

init {
  Whole w;
  c!w
}
