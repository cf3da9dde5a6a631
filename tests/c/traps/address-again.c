// custos: violated or unknown
// What was freed may be given again.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof(int));
  free(p);
  int *q = malloc(sizeof(int));
  assert(p != q);
  return 0;
}
