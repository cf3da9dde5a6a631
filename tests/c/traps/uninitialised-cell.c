// custos: violated or unknown
// native: no, what it has there is always the same
#include <assert.h>

int main(void) {
  int a[3];
  a[0] = 1;
  a[1] = 2;
  assert(a[2] != 7);
  return 0;
}
