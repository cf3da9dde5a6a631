// custos: violated
// options: --check=null
// malloc: fails
// native: no, malloc does not fail there
#include <stdlib.h>

int main(void) {
  int *p = calloc(4, sizeof *p), *q;
  if (!p)
    return 0;
  q = realloc(p, 8 * sizeof *p);
  q[1] = 1;
  free(q);
  return 0;
}
