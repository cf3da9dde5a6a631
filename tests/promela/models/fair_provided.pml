// a process that may never move is excused, wherever it stands in the order
bit g;
chan c = [0] of { byte };
active proctype I() { accept_12: c!1 }
active proctype B() provided (g == 1) { g = 0 }
active proctype A() { do :: g == 0 od }
