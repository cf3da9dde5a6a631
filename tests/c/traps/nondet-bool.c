// custos: holds
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  assert(b == 0 || b == 1);
  assert((int)b + 1 <= 2);
  b = 2;
  assert(b == 1);
  return 0;
}
