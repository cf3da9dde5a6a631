/* A d_step inside a d_step does what it says, and stays one step. */
byte g, h;
active [2] proctype P() {
  byte x;
  d_step {
    x = g;
    d_step { x++; if :: x > 1 -> x = 7; h++ :: else fi };
    g = x
  };
  assert(g == 1 || g == 7);
  d_step { d_step { d_step { h < 3 -> h++ } }; g = 1 }
}
