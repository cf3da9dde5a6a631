/* Structs of many sizes passed and returned by value. */
int __VERIFIER_nondet_int(void);
struct one {
  char c;
};
struct two {
  short a, b;
};
struct three {
  int a;
  char b;
  short c;
};
struct big {
  int at[9];
  struct two t;
};
static struct one f1(struct one x) {
  x.c += 3;
  return x;
}
static struct two f2(struct two x, int k) {
  x.a += k;
  x.b -= k;
  return x;
}
static struct three f3(struct three x) {
  x.a *= 3;
  x.b++;
  x.c = (short)(x.a + x.b);
  return x;
}
static struct big f4(struct big x, struct three y) {
  for (int i = 0; i < 9; i++)
    x.at[i] += y.a * i;
  x.t = f2(x.t, y.c);
  return x;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  struct one a = {(char)n};
  struct two b = {(short)n, (short)(n >> 16)};
  struct three c = {n, (char)(n >> 8), 7};
  struct big d = {{1, 2, 3, n}, {4, 5}};
  struct big e = f4(d, f3(c));
  unsigned sum = (unsigned)f1(a).c + (unsigned)f2(b, n & 7).a * 3u +
                 (unsigned)f2(b, 2).b + (unsigned)c.a;
  for (int i = 0; i < 9; i++)
    sum = sum * 13 + (unsigned)e.at[i] - (unsigned)d.at[i];
  return (int)(sum + (unsigned)e.t.a * 5u + (unsigned)e.t.b);
}
