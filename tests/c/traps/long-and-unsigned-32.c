// custos: holds
// options: --ilp32
// long is as wide as unsigned: the sum is unsigned.
#include <assert.h>

int main(void) {
  long l = -1;
  unsigned u = 1;
  assert(l > u);
  return 0;
}
