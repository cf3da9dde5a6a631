// an inline that calls another
byte x;
inline inc(v, by) { v = v + by }
inline both(v) { inc(v, 1); if :: v < 4 -> inc(v, 2) :: else -> inc(v, 3) fi }
active proctype A() { both(x); both(x); assert(x == 7) }
