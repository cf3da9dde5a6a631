// custos: holds
// options: --ilp32
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  long long x = 1LL << 40;
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 63);
  assert(1LL << n > 0);
  assert(x >> 38 == 4);
  return 0;
}
