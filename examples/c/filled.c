// An array of 100,000 elements that are inputs. What is true of all of them is
// found at the loops: "all below i are at most the greatest". No loop is
// unrolled, so that the size does not matter.
//
// Type
//     custos check examples/c/filled.c
//   HOLDS     the greatest is not less than any element
//     custos check examples/c/filled.c -DSTART=2 -DN=10
//   VIOLATED  the second element is left out
#include <assert.h>

#ifndef N
#define N 100000
#endif
#ifndef START
#define START 1
#endif

extern int __VERIFIER_nondet_int(void);

static int a[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  int greatest = a[0];
  for (int i = START; i < N; i++)
    if (a[i] > greatest)
      greatest = a[i];
  for (int i = 0; i < N; i++)
    assert(a[i] <= greatest);
  return 0;
}
