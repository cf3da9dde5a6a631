#define N 3
#define in(i) (state[i] == IN)
#define wait(c) c -> skip
#define SEND(ch, m...) ch!m
#define inc(v) atomic { v = v + 1; \
  printf("v=%d\n", v) \
}
mtype = { IN, OUT }
chan q[N] = [2] of { byte, mtype };
byte state[N], x
active [N] proctype P(byte i) {
  byte k = 'a'
  do
  :: in(0) && !in(1) -> SEND(q[0], 1, IN)
  :: q[1]?k,OUT -> inc(k)
  :: q[1]??[k,OUT] -> q[1]?<k,eval(x)>
  :: wait((x > 0))
  :: atomic { wait(else); x++; x-- }
  :: timeout -> break
  od
  for (k : 0 .. N-1) { x = (k -> 1 : 0) }
  select (k : 0 .. N)
  x = x<<1 >> 2
}
#define p (x < N)
#define q_ P[0]@L
ltl f { [](p -> <> q_) && [] <> !p || (p U q_) }
c_code { int a[N] = { 1, N }; if (a[0]) { a[1] = '}'; } }
c_decl {
  struct { int x; } y;
}
