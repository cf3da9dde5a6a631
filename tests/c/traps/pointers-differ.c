// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int a[5], b[5];

int main(void) {
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 5 && j >= 0 && j < 5);
  assert(&a[i] != &b[j]);
  if (i != j)
    assert(&a[i] != &a[j]);
  assert(&a[i] - &a[j] == i - j);
  return 0;
}
