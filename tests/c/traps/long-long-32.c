// custos: holds
// options: --ilp32
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long long x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  assert((x > y) == (x - y > 0));
  assert((int)(x + (y << 32)) == x);
  return 0;
}
