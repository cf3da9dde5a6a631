// custos: violated
// inputs: 2 2
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {0, 0, 0, 0};
  unsigned i = __VERIFIER_nondet_uint() & 3, j = __VERIFIER_nondet_uint() & 3;
  a[i] = 1;
  a[j] = 2;
  assert(a[i] == 1);
  return 0;
}
