// McCarthy's function, for all numbers: 91 up to 101, and x - 10 beyond. The
// recursion is as deep as x is small, so that runs cannot all be followed. Its
// contract needs both cases at once; so do summaries over a few predicates.
//
// Type
//     custos check examples/c/recursion/mccarthy.c
//   HOLDS     by contracts of its functions
//     custos check examples/c/recursion/mccarthy.c -DBUG
//   VIOLATED
//     custos check examples/c/recursion/mccarthy.c --strategy=summaries \
//       --presume=wrap
//   HOLDS     by summaries
//     custos check examples/c/recursion/mccarthy.c --strategy=summaries -DBUG
//   VIOLATED
#include <assert.h>

int __VERIFIER_nondet_int(void);

#ifdef BUG
#define LIMIT 102
#else
#define LIMIT 101
#endif

static int f91(int x) {
  if (x > 100)
    return x - 10;
  return f91(f91(x + 11));
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = f91(x);
  assert(y == 91 || (x > LIMIT && y == x - 10));
  return 0;
}
