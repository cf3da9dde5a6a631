// custos: violated
// inputs: -2147483648
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int u = __VERIFIER_nondet_int();
  assert(abs(u) >= 0);
  return 0;
}
