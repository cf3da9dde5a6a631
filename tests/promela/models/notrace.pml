// what must not happen in that order
chan c = [1] of { byte };
active proctype A() { if :: c!1; c!2 :: c!2; c!1 fi }
active proctype B() { c?_; c?_ }
notrace { c!1; c!2 }
