// custos: violated
// inputs: -1 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  if (i < 0)
    assert(i < u);
  return 0;
}
