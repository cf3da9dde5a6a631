// custos: violated
// inputs: -1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x % 3 >= 0);
  return 0;
}
