// custos: holds
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void stop(int x) {
  if (x < 3)
    exit(1);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  stop(x);
  assert(x >= 3);
  return 0;
}
