// custos: violated or unknown
// native: no, what it has there is always the same
#include <assert.h>

int main(void) {
  int x;
  assert(x != 12345);
  return 0;
}
