// custos: holds
// Without INT_MIN, it is.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int u = __VERIFIER_nondet_int();
  if (u == -2147483647 - 1)
    return 0;
  if (u < 0)
    u = -u;
  assert(u >= 0);
  return 0;
}
