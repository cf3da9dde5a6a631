// after a handshake it is the receiver
chan c = [0] of { bit };
active proctype A() { c!1; assert(_last == 1 || _last == 0) }
active proctype B() { c?1; skip }
