// else where nobody takes the message
chan c = [0] of { byte };
byte x;
active proctype A() { do :: c!1 -> x = 1; break :: else -> x = 2 od }
active proctype B() { x == 2; c?_ }
