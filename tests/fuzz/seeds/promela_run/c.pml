c_decl { typedef int T; };
c_state "T s" "Global" "1"
c_state "int l" "Local A"
c_track "&x" "4" "UnMatched"
c_code { int x; };
byte n;
active proctype A() { c_code [ n ] { now.n = 1; }; c_expr { now.n } && n > 0; do :: c_expr [ 1 ] { 0 } -> break :: else od }
ltl p { [] c_expr { now.n < 3 } }
never { do :: c_expr { 1 } od }
