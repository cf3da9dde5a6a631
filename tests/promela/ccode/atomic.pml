/* C inside atomic, d_step, unless, inline; with rendezvous between. */
chan c = [0] of { byte }; byte got, n;
c_code { static int odd(int x) { return x % 2; } };
inline twice(v) { c_code { now.n += 2; }; v = v + 1; c_expr { now.n > 0 } }
active proctype S() {
  atomic { c_code { now.n = 1; }; c!n; c_code { now.n = 5; }; skip };
  d_step { c_code { now.n = now.n * 3; }; if :: c_expr { odd(now.n) } -> n++ :: else -> n = 0 fi; c_code { now.got += now.n; } };
  { twice(got); twice(n) } unless { c_expr { now.got > 20 } -> c_code { now.got = 20; } };
  c!got
}
active proctype R() { byte m; end: do :: c?m -> atomic { c_code { PR->m++; now.got = PR->m; }; got < 30 } :: c_expr { now.n == 9 } -> n = 8 od }
