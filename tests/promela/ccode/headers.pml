/* What lies before the variables: _last, a priority, a trace's place. */
chan c = [1] of { byte }; byte x = 3; short y = -4;
active proctype A() priority 2 { byte i = 1; c_code { PA->i += now.x; now.y -= PA->i; }; c!i; set_priority(_pid, 1); c_expr { now.y == -8 && PA->i == 4 }; assert(_last <= 1) }
active proctype B() { short k = -9; c_code { PB->k++; now.x = PB->_pid; }; do :: c?x :: c_expr { PB->k < -6 } -> c_code { PB->k++; } :: timeout -> break od }
trace { do :: c!4 od }
