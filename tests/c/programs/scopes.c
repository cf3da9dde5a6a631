/* Declarations in loops and switches, static locals, shadowing, variable
 * lengths, objects made in loops. */
int __VERIFIER_nondet_int(void);
static int next(void) {
  static int count = 5;
  {
    static int count = 100;
    count += 2;
    if (count > 110)
      return count;
  }
  return count++;
}
static int sum(int n, const int a[n]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
static int both(int x, int *y) {
  int *p = &x;
  *p += 2;
  *y = x;
  return x;
}
int main(void) {
  int n = __VERIFIER_nondet_int() & 7, s = 0;
  for (int i = 0; i < 4; i++) {
    int v[n + 1], w[2] = {i, n}, x = i;
    struct {
      int a;
      char b[3];
    } t = {x}, *p = &t;
    for (int k = 0; k <= n; k++)
      v[k] = k * i;
    {
      int x = n;
      p->b[1] = (char)x;
      w[1] += x;
    }
    s = s * 3 + sum(n + 1, v) + sum(2, w) + t.a + t.b[1] + t.b[2] + next() +
        (int)sizeof v;
    switch (n - i) {
      int z;
    case 0:
      z = 1;
      s += z;
      break;
    case 1: {
      int y = 9;
      s += y;
    }
    case 2:
      s ^= both(n, &z);
      s += z;
      break;
    default:
      if (n > 5)
        goto out;
    }
    do {
      int q = i;
      if (q == 2)
        continue;
      s++;
    } while (s & 1 && s < 100);
  }
out:
  return s;
}
