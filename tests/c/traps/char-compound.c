// custos: violated
// inputs: 100
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  signed char c = __VERIFIER_nondet_char();
  if (c > 0) {
    c += 100;
    assert(c > 0);
  }
  return 0;
}
