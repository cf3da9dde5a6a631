// first values from parameters and globals, at the time of creation
byte g = 1;
proctype P(byte n) { byte v = n + g; g = v }
init { run P(1); g = 5; run P(2) }
