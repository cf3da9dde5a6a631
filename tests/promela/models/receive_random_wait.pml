// ?? waits for a message that fits
chan c = [2] of { byte };
byte order;
active proctype A() { c!1; c!2; c!3 }
active proctype B() { c??3; order = 3 }
active proctype C() { c??2; c??1; order = order * 2 }
