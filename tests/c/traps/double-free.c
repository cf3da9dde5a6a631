// custos: violated
// options: --check=free
// inputs: 5
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof(int)), *q = p;
  free(p);
  if (__VERIFIER_nondet_int() == 5)
    free(q);
  return 0;
}
