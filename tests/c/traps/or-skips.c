// custos: violated
// inputs: 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int calls;
static int f(void) {
  calls++;
  return 0;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int r = a || f();
  assert(calls == 1);
  return 0;
}
