/* Functions that are declared without parameters and defined in the old way. */
int __VERIFIER_nondet_int(void);
int f();
int g();
static int table();
int main() {
  int n = __VERIFIER_nondet_int();
  int (*p)() = n & 1 ? f : g;
  char c = (char)n;
  short s = (short)n;
  return f(n, 2) * 3 + g(c, s) + p(n, 7) + table(p, n);
}
int f(a, b)
int a, b;
{ return a * 2 - b; }
int g(a, b)
char a;
short b;
{ return a ^ (b << 3); }
static int table(p, n) int (*p)();
int n;
{ return p(n, n) + 1; }
