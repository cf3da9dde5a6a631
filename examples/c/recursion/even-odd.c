// Two functions that call each other. What even(n) returns depends on the
// lowest bit of n alone, however deep the calls go.
//
// Type
//     custos check examples/c/recursion/even-odd.c
//   HOLDS     by contracts of its functions
//     custos check examples/c/recursion/even-odd.c -DBUG
//   VIOLATED
//     custos check examples/c/recursion/even-odd.c --strategy=summaries
//   HOLDS     by summaries
//     custos check examples/c/recursion/even-odd.c --strategy=summaries -DBUG
//   VIOLATED
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static int odd(unsigned n);

static int even(unsigned n) {
  if (n == 0)
    return 1;
  return odd(n - 1);
}

static int odd(unsigned n) {
#ifdef BUG
  if (n == 6)
    return 1;
#endif
  if (n == 0)
    return 0;
  return even(n - 1);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int answer = even(n);
  assert(answer == 0 || (n & 1) == 0);
  return 0;
}
