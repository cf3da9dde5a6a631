/* More than 255 program points: a point takes two bytes. */
#define two(x) x; x
#define four(x) two(x); two(x)
#define much(x) four(four(four(x)))
byte n; short last = -1;
active proctype A() { short z = -3; much(n++); much(n = (n + 2) % 7); much(n++); much(n--); much(skip); c_code { now.n = 5; now.last = PA->z; PA->z--; }; much(n++); c_expr { PA->z == -4 }; assert(last == -3) }
active proctype B() { c_expr { now.last == -3 }; c_code { now.last = PB->_pid; } }
