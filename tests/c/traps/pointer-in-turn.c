// custos: violated
// options: --lp64 --no-certify
// undecided: the way there is many rounds long
// inputs: 70000
// A pointer is put back on most ways around, and not on one.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int a, b;
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = &a;
  for (int i = 0; i < n; i++) {
    p = &b;
    *p = i;
    if (i != 33333)
      p = &a;
    else
      break;
  }
  assert(p == &a);
  return 0;
}
