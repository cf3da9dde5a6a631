/* A d_step inside a d_step is a block: what blocks behind it is an error. */
active proctype P() {
  byte x;
  d_step {
    d_step { x = 1 };
    x < 1
  }
}
