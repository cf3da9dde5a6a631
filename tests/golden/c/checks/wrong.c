#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int table[3] = {1, 2, 3}, i = __VERIFIER_nondet_int(), *heap, *none = NULL;
  switch (i) {
  case 1:
    return table[i + 2];
  case 2:
    return *none;
  case 3:
    heap = malloc(4);
    free(heap);
    free(heap);
    return 0;
  case 4:
    return 7 / (i - 4);
  default:
    return i + 1;
  }
}
