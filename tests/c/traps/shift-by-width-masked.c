// custos: unknown
// native: no, one machine's answer
// The same the other way round: that of this machine is not to be relied on.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n == 32);
  assert((x << n) == x);
  return 0;
}
