// several may answer
chan c = [0] of { byte };
byte x;
active proctype A() { do :: c!1 :: c!2 od }
active [2] proctype B() { byte v; end: do :: c?v -> x = v :: c?1 -> x = 9 od }
