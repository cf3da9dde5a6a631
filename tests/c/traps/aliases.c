// custos: violated
// inputs: 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void f(int *p, int *q) {
  *p = 1;
  *q = 2;
  assert(*p == 1);
}

int main(void) {
  int x = 0, y = 0;
  f(&x, __VERIFIER_nondet_int() ? &x : &y);
  return 0;
}
