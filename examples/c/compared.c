// A copy of an array of 100,000 inputs, in which every negative element became
// 0, is compared with the array.
//
// Type
//     custos check examples/c/compared.c
//   HOLDS     element by element
//     custos check examples/c/compared.c -DLIMIT=-1 -DN=10
//   VIOLATED  -1 is copied
#include <assert.h>

#ifndef N
#define N 100000
#endif
#ifndef LIMIT
#define LIMIT 0
#endif

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[N], b[N];
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    if (a[i] < LIMIT)
      b[i] = 0;
    else
      b[i] = a[i];
  }
  for (int i = 0; i < N; i++)
    assert(b[i] >= 0);
  return 0;
}
