// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int calls;
static int f(void) {
  calls++;
  return 1;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int r = a && f();
  assert(calls == (a != 0));
  assert(r == (a != 0));
  return 0;
}
