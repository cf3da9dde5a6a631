/* The d_step runs while the offer is made, and nobody takes the offer: 'else'
 * is possible. SPIN takes the d_step for a receiver. */
byte x;
chan q = [0] of { byte };
active proctype S() { if :: q!1 :: else -> x = 2 fi }
active proctype B() { d_step { printf("between\n"); x = x + 1 } }
