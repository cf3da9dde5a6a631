// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int y = __VERIFIER_nondet_int(), old = y, x;
  x = y++ + 1;
  assert(x == old + 1 && y == old + 1);
  x = ++y;
  assert(x == old + 2);
  x = (y--, y);
  assert(x == old + 1);
  x = old ? y-- : ++y;
  assert(x == (old ? old + 1 : 2) && y == (old ? old : 2));
  return 0;
}
