// xr and xs promise something and change nothing here
chan c = [2] of { byte };
active proctype A() { xs c; c!1; c!2 }
active proctype B() { xr c; byte v; c?v; c?v }
