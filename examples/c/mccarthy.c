// McCarthy's function: 91 for everything up to 101, though it calls itself
// twice, on larger arguments. Its contract needs both cases at once:
// n > 100 || \result == 91, n <= 100 || \result == n - 10.
//
// Type
//     custos check examples/c/mccarthy.c
//   HOLDS     by contracts of its functions
//     custos check examples/c/mccarthy.c -DMOST=102
//   VIOLATED  of 102 it is 92
#include <assert.h>

#ifndef MOST
#define MOST 101
#endif

extern int __VERIFIER_nondet_int(void);

static int f(int n) {
  if (n > 100)
    return n - 10;
  return f(f(n + 11));
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > MOST)
    return 0;
  int result = f(n);
  assert(result == 91);
  return 0;
}
