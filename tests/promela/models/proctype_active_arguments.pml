// parameters of a process that is active by itself are zero
byte x = 5;
active [2] proctype A(byte p; bit q) { x = p + q; p++; x = p }
