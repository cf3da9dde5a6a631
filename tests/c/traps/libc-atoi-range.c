// custos: unknown
// native: no, it is undefined
#include <assert.h>
#include <stdlib.h>

int main(void) {
  assert(atoi("4294967297") == 1);
  return 0;
}
