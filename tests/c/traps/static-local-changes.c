// custos: violated
// inputs: 1 1 1
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

static int next(void) {
  static int n;
  return n++;
}

int main(void) {
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_bool())
      assert(next() < 2);
  return 0;
}
