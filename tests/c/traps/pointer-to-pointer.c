// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 1, y = 2, c = __VERIFIER_nondet_int();
  int *p = &x, *q = &y, **r = c ? &p : &q;
  *r = &y;
  **r = 5;
  assert(y == 5 && x == 1);
  assert(c ? p == &y : p == &x);
  return 0;
}
