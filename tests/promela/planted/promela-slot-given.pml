// check: safety violated
/* B, which is not there yet, may take the first message. */
byte g;
proctype B(chan p) { byte y; p?y }
proctype A(chan p) { g == 1; run B(p) }
proctype C() { g = 1 }
init { byte x; chan o = [2] of { byte }; o!1; o!2; run A(o); run C(); o?x; assert(x == 1) }
