// custos: violated
// inputs: -1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int table[6];

int main(void) {
  if (__VERIFIER_nondet_int() < 0)
    table[2] = 1;
  else
    table[2] = 0;
  assert(!table[2]);
  return 0;
}
