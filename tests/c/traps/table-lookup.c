// custos: violated
// inputs: 2
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static const signed char table[4] = {3, 1, -2, 7};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 4);
  assert(table[i] > 0);
  return 0;
}
