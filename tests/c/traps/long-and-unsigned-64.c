// custos: holds
// options: --lp64
#include <assert.h>

int main(void) {
  long l = -1;
  unsigned u = 1;
  assert(l < u);
  return 0;
}
