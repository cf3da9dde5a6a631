/* The receiver takes the offer after a d_step that ran since it was made; the
 * run is shown in single steps. */
byte x;
chan q = [0] of { byte };
active proctype S() { q!1; q!1 }
active proctype R() { byte y; q?y }
active proctype B() { d_step { printf("between\n"); x = 1 }; x = 2 }
