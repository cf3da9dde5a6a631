/* Every type, seen by C and by Promela in turn. */
typedef In { bit b; short s; }
typedef Out { byte n[2]; In in[2]; unsigned u : 11; int i }
bit b; bool t; byte n; short s; int i; unsigned u : 5; unsigned v : 17;
short a[3]; bit bits[2]; int big[2]; Out o; Out all[2]; chan c = [2] of { byte, short }; mtype = { RED, BLUE }; mtype m = BLUE;
active proctype A() {
  c_code { now.b = 3; now.t = 1; now.n = 300; now.s = -5; now.i = -70000; now.u = 40; now.v = 200000; };
  assert(b == 1 && t && n == 44 && s == -5 && i == -70000 && u == 8 && v == 68928);
  c_code { now.a[2] = -1; now.bits[1] = 7; now.big[1] = 1 << 30; now.o.n[1] = 9; now.o.in[1].s = -300; now.o.in[1].b = 2; now.o.u = 4095; now.o.i = now.a[2]; };
  assert(a[2] == -1 && bits[1] == 7 && big[1] == 1073741824 && o.n[1] == 9 && o.in[1].s == -300 && o.in[1].b == 0 && o.u == 2047 && o.i == -1);
  all[1].in[0].s = -2; all[1].u = 3; all[0].i = 5; u = 17; m = RED;
  c_expr { now.all[1].in[0].s == -2 && now.all[1].u == 3 && now.all[0].i == 5 && now.u == 17 };
  c!7,-8;
  c_code { now.all[1] = now.all[0]; };
  assert(all[1].i == 5 && all[1].u == 0);
  if
  :: c_expr { now.m == now.c } -> n = 1
  :: else -> n = 2
  fi
}
active proctype B() {
  do
  :: c_expr { now.n < 3 } -> c_code { now.n++; }
  :: c_expr { now.n > 40 } -> c_code { now.n -= 41; }
  :: else -> break
  od
}
