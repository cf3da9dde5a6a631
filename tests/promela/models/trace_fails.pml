// an event trace that does not
chan c = [2] of { byte };
active proctype A() { byte i; do :: i < 3 -> if :: c!1 :: c!2 fi; i++ :: else -> break od }
active proctype B() { byte v; end: do :: c?v od }
trace { do :: c!1 :: c!2; c!1 od }
