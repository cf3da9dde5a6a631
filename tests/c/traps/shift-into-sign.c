// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == 31);
  assert((1 << n) < 0);
  assert((1u << n) == 2147483648u);
  return 0;
}
