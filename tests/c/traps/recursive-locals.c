// custos: holds
// Each call has its own x.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void f(int n, int *above) {
  int x = n;
  if (above)
    assert(*above == n + 1);
  if (n > 0)
    f(n - 1, &x);
  assert(x == n);
}

int main(void) {
  f(__VERIFIER_nondet_int() & 3, 0);
  return 0;
}
