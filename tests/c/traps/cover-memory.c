// custos: violated
// inputs: -1 1 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int table[6];

/* The ways differ in memory that is read once more. */
int main(void) {
  int i;
  if (__VERIFIER_nondet_int() < 0)
    i = 2;
  else
    i = 3;
  table[i] = 1;
  i = 0;
  while (__VERIFIER_nondet_int() > 0)
    i = !i;
  assert(!table[2] || !i);
  return 0;
}
