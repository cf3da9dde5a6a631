// custos: violated
// inputs: 1 1 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0;
  for (int i = 0; i < 3; i++) {
    if (__VERIFIER_nondet_int() == 1)
      x = x * 2 + 1;
    assert(x != 7);
  }
  return 0;
}
