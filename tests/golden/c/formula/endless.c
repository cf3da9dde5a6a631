#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
/* Holds, but no bound on the loop shows it. */
int main(void) {
  unsigned n = 0;
  while (__VERIFIER_nondet_uint() != 7)
    n += 2;
  assert(n % 2 == 0);
  return 0;
}
