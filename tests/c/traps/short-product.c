// custos: violated
// inputs: 65535 65535
// unsigned short is promoted to int, where the product wraps.
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
  assert(a * b >= 0);
  return 0;
}
