// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int flag;
static void check(int x) { flag = x >= 10 && x < 20; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  check(x);
  if (flag)
    assert(x / 10 == 1);
  return 0;
}
