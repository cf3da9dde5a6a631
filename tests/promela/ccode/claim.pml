/* c_expr in formulas, in a provided clause, in conditions of all sorts. */
byte x; bool go = true;
ltl small { [] (c_expr { now.x < 4 }) }
ltl big { <> (c_expr { now.x == 3 } && go) }
ltl never_five { [] !(c_expr { now.x == 5 }) }
active proctype A() provided (c_expr { now.go } || x == 0) { do :: x < 3 -> x++ :: c_expr { now.x == 3 } -> c_code { now.go = !now.go; } :: x = 0 od }
active proctype B() { byte y = c_expr { now.x + 2 }; end: do :: (c_expr { now.x } + y > 4) -> y = (c_expr { now.x == 3 } -> 1 : 2) od }
