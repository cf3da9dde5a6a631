byte x;
active proctype A() { do :: c_expr { now.x < 5 } -> c_code { now.x++; } :: x = 0 od }
never { do :: c_expr { now.x != 4 } :: c_expr { now.x == 4 } -> break od; accept: do :: c_expr { now.x > 1 } || x == 0 od }
