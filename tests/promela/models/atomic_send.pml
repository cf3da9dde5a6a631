// after a handshake in an atomic the receiver may move
chan c = [0] of { byte };
byte x;
active proctype A() { atomic { x = 1; c!1; x = 2; c!2; x = 3 } }
active proctype B() { byte v; c?v; v = 5; c?v; v = 6 }
