// custos: violated
#include <assert.h>

static void f(int *p, int *q) {
  *p = 1;
  *q = 2;
  assert(*p == 1);
}

int main(void) {
  int x = 0;
  f(&x, &x);
  return 0;
}
