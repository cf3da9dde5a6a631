// custos: violated or unknown
// native: no, what it has there is mostly zero
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof(int));
  assert(*p == 0);
  return 0;
}
