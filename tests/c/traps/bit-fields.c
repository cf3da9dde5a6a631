// custos: holds
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct bits {
  unsigned a : 3;
  int b : 2;
  unsigned c : 11;
};

int main(void) {
  struct bits s = {0, 0, 0};
  unsigned x = __VERIFIER_nondet_uint();
  s.c = 1025;
  s.a = 9;
  s.b = 3;
  assert(s.a == 1 && s.b == -1 && s.c == 1025);
  s.a = x;
  assert(s.a == x % 8 && s.b == -1 && s.c == 1025);
  return 0;
}
