proctype A(byte n) { skip }
init { run A(1, 2) }
