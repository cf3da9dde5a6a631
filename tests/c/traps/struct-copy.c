// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct pair {
  int a, b[2];
};

int main(void) {
  struct pair s = {1, {2, 3}}, t;
  int x = __VERIFIER_nondet_int();
  t = s;
  s.a = x;
  s.b[1] = x;
  assert(t.a == 1 && t.b[1] == 3 && s.b[0] == 2);
  return 0;
}
