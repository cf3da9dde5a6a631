// custos: holds
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {0, 0, 0, 0};
  unsigned i = __VERIFIER_nondet_uint() & 3, j = __VERIFIER_nondet_uint() & 3;
  a[i] = 1;
  a[j] = 2;
  assert(a[j] == 2 && (i == j || a[i] == 1));
  assert(a[0] + a[1] + a[2] + a[3] == (i == j ? 2 : 3));
  return 0;
}
