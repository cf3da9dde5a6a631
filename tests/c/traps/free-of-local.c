// custos: violated
// options: --check=free
// inputs: 1
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0;
  int *p = __VERIFIER_nondet_int() == 1 ? &x : malloc(sizeof(int));
  free(p);
  return 0;
}
