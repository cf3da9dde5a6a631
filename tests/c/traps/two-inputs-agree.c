// custos: violated
// inputs: 5 5
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 3) {
    if (y == x)
      assert(y < 4);
  }
  return 0;
}
