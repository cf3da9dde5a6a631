// len, empty, nempty, full, nfull
chan c = [2] of { bit };
byte n;
active proctype A() { do :: nfull(c) -> c!1; n = len(c) :: full(c) -> break od }
active proctype B() { do :: nempty(c) && n > 0 -> c?_ :: empty(c) -> n = 0; break od }
