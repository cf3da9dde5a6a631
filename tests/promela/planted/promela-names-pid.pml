// check: safety violated
/* R is process 2 only if Q has not ended before R starts. */
proctype Q() { skip }
proctype R() { assert(_pid != 2) }
init { run Q(); run R() }
