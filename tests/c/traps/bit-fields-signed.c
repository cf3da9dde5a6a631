// custos: violated
// inputs: 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct bits {
  int a : 2;
};

int main(void) {
  struct bits s;
  int x = __VERIFIER_nondet_int();
  s.a = x;
  assert(x < 0 || x > 3 || s.a == x);
  return 0;
}
