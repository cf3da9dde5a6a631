// check: safety violated
/* The second field of a record that is a parameter: lost, it hides the error from all but the kernel and the walker. */
typedef pair { byte a; byte b }
proctype monitor(pair q) { assert(q.b == 0) }
init { pair p; p.a = 1; p.b = 5; run monitor(p) }
