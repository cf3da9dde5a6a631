/* Two names for one thing. */
int __VERIFIER_nondet_int(void);
static int both(int *a, int *b) {
  *a = 1;
  *b += 2;
  *a *= 3;
  return *a + *b;
}
static int global;
static int through(int *p) {
  global = 5;
  *p += 2;
  return global;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = x, r = both(&x, &x) * 10;
  r += both(&x, &y) + through(&global) * 100 + through(&x);
  int *p = &x, **pp = &p, *q = &y;
  **pp = 7;
  *pp = q;
  *p = 9;
  int swap[2] = {x, y};
  int *a = swap, *b = swap + 1;
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
  return r * 10 + x * y + *a - *b + (p == q) + (a + 1 == b);
}
