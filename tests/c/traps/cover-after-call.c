// custos: violated
// inputs: 4 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int mode;
static void set(int x) {
  if (x == 4)
    mode = 2;
  else
    mode = 1;
}

int main(void) {
  set(__VERIFIER_nondet_int());
  while (__VERIFIER_nondet_int()) {
  }
  assert(mode == 1);
  return 0;
}
