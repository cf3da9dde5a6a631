/* Processes that come and go, an array that only C knows. */
byte n;
c_state "unsigned char total[4]" "Global"
proctype W(byte id) { c_code { now.total[PW->id] = PW->_pid; now.n--; } }
init { byte i; atomic { for (i : 0 .. 3) { n++; run W(i) } } ; c_expr { now.n == 0 }; c_code { int k, s = 0; for (k = 0; k < 4; k++) s += now.total[k]; now.n = s; }; assert(n == 10) }
