// custos: holds
// options: --check=all
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p, rounds = 0, which = __VERIFIER_nondet_int() & 1;
  switch (which) {
    int k;
  case 0:
    k = 1;
    p = &k;
    assert(*p == 1);
    break;
  default:
    p = &k;
    *p = 2;
    assert(k == 2);
  }
again : {
  int n;
  p = &n;
  n = rounds++;
  if (*p < 3)
    goto again;
}
  while (1) {
    int m = rounds;
    p = &m;
    if (++rounds > 6) {
      assert(*p == 6);
      return 0;
    }
  }
}
