// custos: violated
// inputs: 3
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int(), s = n;
  __VERIFIER_assume(n >= 0 && n < 4);
  for (int i = 0; i < 10; i++) {
    if (i == 9 && n == 3)
      s = -1;
    assert(s == n);
  }
  return 0;
}
