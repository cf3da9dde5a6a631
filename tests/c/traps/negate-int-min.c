// custos: violated
// inputs: -2147483648
// -INT_MIN is INT_MIN.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int u = __VERIFIER_nondet_int();
  if (u < 0)
    u = -u;
  assert(u >= 0);
  return 0;
}
