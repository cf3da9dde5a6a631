// McCarthy's function: 91 for everything up to 101, though it calls itself
// twice, on larger arguments. Its contract needs both cases at once:
// n > 100 || \result == 91, n <= 100 || \result == n - 10.
//
//   custos check mccarthy.c
//   HOLDS     by contracts of its functions
//
//   custos check mccarthy.c -DBUG
//   VIOLATED  of 102 it is 92
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int calls; /* how many there were, up to 1000 */

static int f(int n) {
  if (calls < 1000)
    calls++;
  if (n > 100)
    return n - 10;
  return f(f(n + 11));
}

int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef BUG
  if (n > 102)
    return 0;
#else
  if (n > 101)
    return 0;
#endif
  int result = f(n);
  assert(result == 91);
  assert(calls >= 1 && calls <= 1000);
  return 0;
}
