// custos: holds
#include <assert.h>

static int next(void) {
  static int n = 5;
  return n++;
}

int main(void) {
  assert(next() == 5);
  assert(next() == 6);
  return 0;
}
