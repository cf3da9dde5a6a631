// custos: violated
// inputs: 0
// undecided: arrays of variable length may be refused
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 3);
  int a[n];
  assert(sizeof a > 0);
  return 0;
}
