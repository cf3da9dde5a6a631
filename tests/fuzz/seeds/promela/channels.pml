mtype = { ask, give }; mtype:fruit = { apple, pear }
typedef P { byte n; bool b[2] }; typedef M { P p; chan back = [1] of { byte } }
chan c = [2] of { mtype, byte }; chan d[2] = [0] of { P };
chan e = [3] of { P }; hidden int h; unsigned u : 5 = 3;
active proctype S() {
  P p; chan own = [1] of { chan }; M m; mtype:fruit f = pear; xs c;
  c!ask(1); c!!give,u + 1; own!d[1]; d[0]!p; m.back!3; m.p.b[1] = true
  for (p in e) { p.n++ }
  end: do :: nfull(c) -> c!ask,_pid :: full(c) && !c?[ask, 1] -> break od
}
active D_proctype R() {
  byte x; xr c; P q;
  do
  :: c?ask,x :: c?<give,_> :: c??eval(give)(x) -> printm(ask)
  :: len(c) == 0 && empty(e) -> d[x]?q :: c?-1,x
  od
}
