// The example of the paper (Figure 1): the first element of an array that is
// greater than a bound, or the array's length if there is none. The array's
// elements are inputs. The search can end at each element, and nowhere else:
// leaving the loop early without having found anything is cut where the
// concrete run shows that it cannot be.
//
// Type
//     custos check examples/c/find-greater.c
//   HOLDS     for all arrays of 5
//     custos check examples/c/find-greater.c -DN=100
//   HOLDS     for all arrays of 100
//     custos check examples/c/find-greater.c -DN=10000
//   HOLDS     for all arrays of 10,000: no loop is unrolled
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
