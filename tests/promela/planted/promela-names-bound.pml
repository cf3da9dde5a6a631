// check: safety violated
/* Nobody need ever end: then there are more processes than there can be. */
proctype Q() { skip }
init { do :: run Q() od }
