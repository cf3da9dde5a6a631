// The example of the paper (Figure 1): the first element of an array that is
// greater than a bound, or the array's length if there is none. The array's
// elements are inputs. There is one run for each place where the search can
// end, and no other: leaving the loop early without having found anything is
// cut where the concrete run shows that it cannot be.
//
// Type
//     custos check examples/c/find-greater.c
//   HOLDS     6 runs: one for each element, and one that finds nothing
//     custos check examples/c/find-greater.c -DN=100
//   HOLDS     101 runs
#include <assert.h>

#ifndef N
#define N 5
#endif

extern int __VERIFIER_nondet_int(void);

static int find_greater(const int *a, int bound) {
  for (int j = 0; j < N; j++) {
    if (a[j] > bound)
      return j;
  }
  return N;
}

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  int i = find_greater(a, 10);
  assert(i == N || a[i] > 10);
  return 0;
}
