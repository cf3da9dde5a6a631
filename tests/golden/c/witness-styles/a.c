#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
  if (n > 1000000)
    return 0;
  while (i < n) {
    i++;
    j++;
  }
  assert(i == j);
  return 0;
}
