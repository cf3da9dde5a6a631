// An input decides first; then comes a long stretch that none decides in.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static int a[1000];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3)
    n = 1;
  unsigned sum = 0;
  for (int i = 0; i < 2000; i++)
    for (int j = 0; j < 1000; j++) {
      a[j] += i ^ j;
      sum += (unsigned)a[j];
    }
  assert(sum != 1);
  assert(n < 4);
  return 0;
}
