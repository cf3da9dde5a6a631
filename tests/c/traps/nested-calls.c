// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int twice(int x) { return x + x; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= -100 && x <= 100);
  assert(twice(twice(x)) == 4 * x);
  assert(twice(x + twice(1)) == 2 * x + 4);
  return 0;
}
