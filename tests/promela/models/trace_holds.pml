// an event trace that fits
chan c = [1] of { byte };
active proctype A() { do :: c!1; c!2 od }
active proctype B() { byte v; do :: c?v od }
trace { do :: c!1; c?1; c!2; c?2 od }
