// custos: violated
// inputs: 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), i = 0, n = 0;
  if (x == 1)
    goto inside;
  while (i < 2) {
    n++;
  inside:
    i++;
  }
  assert(n == i);
  return 0;
}
