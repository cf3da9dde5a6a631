// custos: holds
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

union both {
  unsigned u;
  unsigned char c[4];
  unsigned short s[2];
};

int main(void) {
  union both b;
  unsigned x = __VERIFIER_nondet_uint();
  b.u = x;
  assert(b.c[0] == (x & 255) && b.s[1] == x >> 16);
  b.c[3] = 0;
  assert(b.u == (x & 0xffffff));
  return 0;
}
