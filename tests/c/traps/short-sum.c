// custos: violated
// inputs: 32767 1
#include <assert.h>
extern short __VERIFIER_nondet_short(void);

int main(void) {
  short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  assert((short)(a + b) == a + b);
  return 0;
}
