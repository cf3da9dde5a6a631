// custos: violated
// options: --lp64 --no-certify
// undecided: the way there is many rounds long
// inputs: 70000
// The same without leaving the loop: later rounds have the other pointer.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int a, b;
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = &a;
  for (int i = 0; i < n; i++) {
    *p = 1;
    if (i == 33333)
      p = &b;
  }
  assert(b == 0);
  return 0;
}
