// custos: violated
// inputs: 3 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int g;
static void f(int x) {
  if (x == 0)
    g = -1;
}

int main(void) {
  g = __VERIFIER_nondet_int();
  if (g > 0) {
    f(__VERIFIER_nondet_int());
    assert(g > 0);
  }
  return 0;
}
