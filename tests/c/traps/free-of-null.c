// custos: holds
// options: --check=free,null,bounds
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = __VERIFIER_nondet_int() ? malloc(sizeof(int)) : 0;
  free(p);
  p = 0;
  free(p);
  return 0;
}
