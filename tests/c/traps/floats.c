// custos: unknown
// native: no, it is about being refused
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  double d = x;
  assert(d == x);
  return 0;
}
