// Predicates that a user gives: search.txt has two for this program. They are
// tried before a query is asked, and those that hold wherever a run passes are
// told at the end.
//
// Type
//     custos check examples/c/search.c --predicates=examples/c/search.txt
//   HOLDS     with the user's predicates
//     custos check examples/c/search.c
//   HOLDS     without them
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int low = 0, high = 15, wanted = __VERIFIER_nondet_int();
  __VERIFIER_assume(wanted >= 0 && wanted <= 15);
  while (low < high) {
    int middle = (low + high) / 2;
    if (middle < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  assert(low == wanted);
  return 0;
}
