// custos: violated
// inputs: 5
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

struct pair {
  char a, b;
  int c;
};

int main(void) {
  struct pair s = {1, 2, 3};
  unsigned i = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < sizeof s);
  ((char *)&s)[i] = 9;
  assert(s.c == 3 || s.c == 9);
  return 0;
}
