#include "list.h"

#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int list[2];
  list[0] = __VERIFIER_nondet_int();
  list[1] = __VERIFIER_nondet_int();
  __VERIFIER_assume(list[0] >= -1 && list[1] >= -1);
  int best = largest(list, 2);
  assert(best == list[0] || best == list[1]);
  return 0;
}
