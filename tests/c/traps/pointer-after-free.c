// custos: holds or unknown
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof(int)), *q = p;
  free(p);
  assert(p == q);
  return 0;
}
