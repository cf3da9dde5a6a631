// custos: holds
// native: no, what it has there is always the same
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[3];
  int i = __VERIFIER_nondet_int() & 1;
  a[i] = 1;
  int x = a[2], y = a[2];
  assert(x == y);
  return 0;
}
