// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 0, x = __VERIFIER_nondet_int();
again:
  i++;
  if (i < 4 && x > i)
    goto again;
  assert(i <= 4 && (x <= 1 || i >= 2));
  return 0;
}
