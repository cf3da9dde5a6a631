/* The declared priority is that of the active instance; the one that is run has 1. */
byte steps;
active proctype worker() priority 3 { d_step { steps++ } }
proctype waiter() { steps > 9 }
init priority 1 {
  atomic { run worker(); run waiter() }
}
