// custos: holds
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = 0;
  unsigned char *p = (unsigned char *)&x;
  for (int i = 3; i >= 0; i--)
    y = y << 8 | p[i];
  assert(x == y);
  return 0;
}
