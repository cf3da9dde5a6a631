/* As receive_eval_undone.pml, where SPIN's verifier need not go back. */
byte g;
chan c = [1] of { byte, byte };

active proctype both() {
  c!1, 0;
  c?g, eval(g);
  assert(g == 1);
  c!2, 2;
  c?g, eval(g)
}
