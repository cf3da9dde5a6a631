// a process that may not move takes no part in a handshake
chan c = [0] of { byte };
bit go;
active proctype A() { c!1; c!2 }
active proctype B() provided (go) { byte v; c?v; c?v }
active proctype C() { go = 1; go = 0; go = 1 }
