// both sides of a handshake in an atomic
chan c = [0] of { byte }; chan d = [0] of { byte };
byte x;
active proctype A() { byte v; atomic { c!1; x = 2; x = 3; d?v; x = v } }
active proctype B() { byte v; atomic { c?v; v = 5; d!v; v = 6 }; v = 7 }
active proctype C() { x = 8 }
