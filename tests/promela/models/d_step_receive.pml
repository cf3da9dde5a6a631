// a handshake may start a d_step
chan c = [0] of { byte };
byte x;
active proctype A() { do :: d_step { c?x; x = x * 2; x = x + 1 } od }
active proctype B() { c!1; c!2; end: false }
