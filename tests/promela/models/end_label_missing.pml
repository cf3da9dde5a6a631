// without it, it is an invalid end
chan c = [1] of { byte };
active proctype Server() { byte v; do :: c?v -> skip od }
active proctype Client() { c!1; if :: c!2 :: skip fi }
