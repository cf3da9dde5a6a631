// custos: holds
// native: no, what it has there is always the same
// One value, whatever it is.
#include <assert.h>

int main(void) {
  int x;
  int a = x, b = x;
  assert(a == b);
  assert(x == a);
  return 0;
}
