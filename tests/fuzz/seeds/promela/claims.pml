#define p (x == 1)
byte x; ltl safe { [] (p -> <> !p) } ltl { x < 3 W A@L && (A[0]:y == 2 U x) V true }
active proctype A() { byte y; L: x = 1 - x; accept: y++; goto L }
never { T0: do :: p && _last == 0 && np_ -> goto T0 :: enabled(0) -> break :: else od; accept1: do :: !p od }
chan c = [0] of { byte };
trace { do :: c!1; c?_ :: c!_ od }
