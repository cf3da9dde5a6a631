// custos: unknown
// native: no, there is no such function
#include <assert.h>

extern int mystery(int *);

int main(void) {
  int x = 1;
  mystery(&x);
  assert(x == 1);
  return 0;
}
