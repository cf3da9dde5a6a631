// custos: holds
// options: --check=all
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0, g = 0;
  for (int i = 0; i < 4; i++) {
    int a[3] = {1, 2, 3}, *q = &g;
    if (__VERIFIER_nondet_int())
      q = a + 1;
    if (i == 2)
      continue;
    switch (i) {
    case 0: {
      int z = 1;
      int **w;
      int *v = &z;
      w = &v;
      sum += **w;
    } break;
    default:;
    }
    *q = *q + 1;
    sum += *q;
    if (sum > 100)
      break;
  }
  assert(sum >= 1);
  return 0;
}
