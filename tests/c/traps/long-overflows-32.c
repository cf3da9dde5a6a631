// custos: violated
// options: --ilp32
// inputs: 2147483647
#include <assert.h>
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long x = __VERIFIER_nondet_long();
  assert(x + 1 > x);
  return 0;
}
