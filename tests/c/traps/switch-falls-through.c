// custos: violated
// inputs: 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 1:
    y = 1;
  case 2:
    y += 2;
    break;
  default:
    y = 9;
  }
  assert(y == 2 || y == 9);
  return 0;
}
