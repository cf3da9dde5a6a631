// check: safety violated
/* R's channel is the second only if Q, and its channel with it, is still there. */
proctype Q() { chan l = [1] of { byte }; skip }
proctype R() { chan l = [1] of { byte }; assert(l != 2) }
init { run Q(); run R() }
