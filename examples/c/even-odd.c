// Two functions that call each other, as deep as the input says: no bound on
// the depth would be enough. Each is replaced by what it requires and ensures,
// which is found, and its body is looked at once.
//
//   custos check even-odd.c
//   HOLDS     by contracts of its functions
//
//   custos check even-odd.c -DBUG
//   VIOLATED  odd(0) is 1 there
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned odd(unsigned n);

static unsigned even(unsigned n) {
  if (n == 0)
    return 1;
  return odd(n - 1);
}

static unsigned odd(unsigned n) {
#ifdef BUG
  if (n == 0)
    return 1;
#else
  if (n == 0)
    return 0;
#endif
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
