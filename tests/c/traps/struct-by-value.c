// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct pair {
  int a, b;
};
static struct pair turn(struct pair p) {
  int t = p.a;
  p.a = p.b;
  p.b = t;
  return p;
}

int main(void) {
  struct pair s = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  struct pair t = turn(s), u = turn(t);
  assert(t.a == s.b && t.b == s.a && u.a == s.a && u.b == s.b);
  return 0;
}
