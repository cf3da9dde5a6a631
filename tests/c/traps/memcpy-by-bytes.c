// custos: holds
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char b[4];
  unsigned x = __VERIFIER_nondet_uint();
  memcpy(b, &x, 4);
  assert(b[0] == (x & 255) && b[3] == x >> 24);
  memset(&x, 1, 2);
  assert((x & 0xffff) == 0x101 && x >> 24 == b[3]);
  return 0;
}
