// custos: violated
// inputs: 255
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar(), d = c;
  d++;
  assert(d > c);
  return 0;
}
