// custos: holds
#include <assert.h>

int __VERIFIER_nondet_int(void) { return 7; }

int main(void) {
  assert(__VERIFIER_nondet_int() == 7);
  return 0;
}
