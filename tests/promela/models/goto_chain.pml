// a goto to a goto is no step
byte x;
active proctype A() { x = 1; goto one; two: goto three; one: goto two; three: x = 2; goto four; x = 8; four: }
