// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x < 0);
  assert(x >> 1 < 0);
  assert(-5 >> 1 == -3);
  assert((unsigned)x >> 1 < 2147483648u);
  return 0;
}
