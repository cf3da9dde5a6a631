// "TREX 03" of the paper's Table 1, in C: three counters, of which one is taken
// down each time around, until one is 0. How often the loop goes around depends
// on the inputs, so that no number of runs is enough: it needs predicates at
// the loop, x1 >= 0 and its like.
//     custos check examples/c/panda/trex.c
//   HOLDS     by invariants that are found: x1 >= 0, x2 >= 0, x3 >= 0
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int x1 = __VERIFIER_nondet_int();
  int x2 = __VERIFIER_nondet_int();
  int x3 = __VERIFIER_nondet_int();
  const int d1 = 1, d2 = 1, d3 = 1;
  if (x1 < 0 || x2 < 0 || x3 < 0)
    return 0;
  bool first = __VERIFIER_nondet_bool(), second = __VERIFIER_nondet_bool();
  while (x1 > 0 && x2 > 0 && x3 > 0) {
    if (first)
      x1 -= d1;
    else if (second)
      x2 -= d2;
    else
      x3 -= d3;
    first = __VERIFIER_nondet_bool();
    second = __VERIFIER_nondet_bool();
  }
  assert(x1 == 0 || x2 == 0 || x3 == 0);
  return 0;
}
