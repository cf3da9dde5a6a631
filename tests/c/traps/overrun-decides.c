// custos: unknown
// native: no, it depends on the layout
// Without the check, what an overrun does to others must not be proved
// harmless.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = 0, a[2] = {0, 0};
  int *p = a;
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 3);
  p[i] = 1;
  assert(x == 0);
  return 0;
}
