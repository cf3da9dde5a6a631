// Two functions that call each other, as deep as the input says: no bound on
// the depth would be enough. They are replaced by what they require and ensure,
// which is found, and their bodies are looked at once.
//
// Type
//     custos check examples/c/even-odd.c
//   HOLDS     by contracts of its functions
//     custos check examples/c/even-odd.c -DLAST=1
//   VIOLATED  then 1 counts as even
#include <assert.h>

#ifndef LAST
#define LAST 0
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned odd(unsigned n);

static unsigned even(unsigned n) {
  if (n == 0)
    return 1;
  return odd(n - 1);
}

static unsigned odd(unsigned n) {
  if (n == 0)
    return LAST;
  return even(n - 1);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (even(n))
    assert(n % 2 == 0);
  else
    assert(n % 2 == 1);
  return 0;
}
