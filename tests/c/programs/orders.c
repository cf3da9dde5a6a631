/* In which order operands are read, written and called. */
int __VERIFIER_nondet_int(void);
static int g = 1, calls[8], count;
static int f(int x) {
  calls[count++ & 7] = x;
  g = g * 3 + x;
  return g;
}
static int *at(int *p, int x) {
  calls[count++ & 7] = x * 100;
  return p;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), a[4] = {n, 1, 2, 3}, i = 0, x;
  int *p = a;
  x = g + f(1) * g;
  x += f(2) - f(3) + a[i++];
  a[i] = i++ + f(i);
  *at(p, 1) = f(*at(p + 1, 2));
  x = x * 5 + (i = 2, a[i]) + (f(4), g);
  p[i & 3] += p[(i + 1) & 3] - f(n & 1 ? 5 : 6);
  x ^= (n & 2 && f(7)) + (n & 4 || f(8)) + !f(9);
  a[0] = x < n ? a[1] : (a[1] = a[2] = f(10));
  {
    int t = a[0];
    a[0] = a[1];
    a[1] = t + (a[2] ? a[3] / (a[2] | 1) : 0);
  }
  for (int k = 0; k < 8; k++)
    x = x * 31 + calls[k];
  return x + g + a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + i + count;
}
