// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 1:
    y = 1;
    break;
  default:
    y = 9;
  case 2:
    y++;
  }
  assert(x == 1 ? y == 1 : x == 2 ? y == 1 : y == 10);
  return 0;
}
