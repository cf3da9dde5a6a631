// a hidden variable that nobody reads
hidden byte h; byte x;
active [2] proctype A() { h = _pid; x = x + 1; h = 7 }
