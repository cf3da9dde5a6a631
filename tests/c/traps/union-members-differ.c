// custos: violated
// inputs: 256
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

union both {
  int i;
  char c;
};

int main(void) {
  union both b;
  b.i = __VERIFIER_nondet_int();
  b.c = 1;
  assert(b.i == 1 || b.i < 256);
  return 0;
}
