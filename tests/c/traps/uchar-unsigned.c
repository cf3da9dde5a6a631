// custos: holds
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  assert(c >= 0 && c <= 255);
  c++;
  assert(c >= 0 && c <= 255);
  return 0;
}
