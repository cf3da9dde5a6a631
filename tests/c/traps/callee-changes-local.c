// custos: violated
// inputs: 7
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void f(int *p) {
  if (*p == 7)
    *p = 0;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0) {
    f(&x);
    assert(x > 0);
  }
  return 0;
}
