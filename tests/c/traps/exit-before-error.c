// custos: holds
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1)
    exit(0);
  if (x == 2)
    abort();
  if (x == 1 || x == 2)
    reach_error();
  return 0;
}
