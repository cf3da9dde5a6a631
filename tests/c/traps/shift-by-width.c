// custos: violated
// inputs: 1 32
// undecided: the input that is chosen need not be one that shows it
// Too far: the machine takes the count modulo 32, others give 0.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n == 32);
  assert((x << n) == 0);
  return 0;
}
