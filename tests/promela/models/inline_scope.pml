// each call has variables of its own
byte x;
inline keep(v) { byte mine; mine = mine + v; x = mine }
active proctype A() { byte n; do :: n < 2 -> keep(n + 1); keep(5); n++ :: else -> break od }
