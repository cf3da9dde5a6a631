// has 1: fail assertion "__VERIFIER_assert"
// has: assume
// has 1: input u1 |input
// has 3: halt
// has 1: allocate .* malloc
// has 1: allocate .* calloc
// has 1: copy
// has 1: fill
// has 1: unsupported "calloc of more than there can be"
#include <stdlib.h>
#include <string.h>
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assert(int);
void __VERIFIER_assume(int);
int main(int argc, char **argv) {
  char *p = malloc(10), *q = calloc((size_t)argc, 3);
  _Bool b = __VERIFIER_nondet_bool();
  __VERIFIER_assume(b);
  __VERIFIER_assert(p != q);
  memcpy(p, q, 3);
  memset(q, 0, 3);
  if (argc == 3) abort();
  if (argc == 4) exit(1);
  if (argc == 5) _Exit(2);
  free(p);
  return 0;
}
