// custos: holds
// options: --lp64
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long x = __VERIFIER_nondet_int();
  assert(x + 1 > x);
  return 0;
}
