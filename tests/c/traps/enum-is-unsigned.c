// custos: violated
// inputs: -1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum colour { RED, GREEN };

int main(void) {
  enum colour c = __VERIFIER_nondet_int();
  assert(c >= 0 && (int)c >= 0 && (c < 0 || c <= GREEN || c > GREEN) &&
         (int)c != -1);
  return 0;
}
