// custos: violated
// options: --check=bounds
// inputs: 1
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof(int));
  *p = 1;
  if (__VERIFIER_nondet_int() == 1)
    free(p);
  *p = 2;
  return 0;
}
