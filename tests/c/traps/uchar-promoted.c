// custos: holds
// The sum is an int.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  assert(c + 1 > c);
  return 0;
}
