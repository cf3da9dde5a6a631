// an end label makes waiting there right
chan c = [1] of { byte };
active proctype Server() { byte v; endwait: do :: c?v -> skip od }
active proctype Client() { c!1; if :: c!2 :: skip fi }
