// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(-7 / 2 == -3 && -7 % 2 == -1);
  if (x > -3 && x < 3)
    assert(x / 3 == 0);
  return 0;
}
