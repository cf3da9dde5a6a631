#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 1000, i, s = 0;
  for (i = 0; i < n; i++)
    s += i;
  assert(2 * s == n * (n - 1) || n == 0);
  return 0;
}
