// custos: holds
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

static int same(int x) { return x; }
static int next(int x) { return x + 1; }

int main(void) {
  int (*f)(int) = __VERIFIER_nondet_bool() ? same : next;
  int x = __VERIFIER_nondet_int();
  assert(f != 0 && (f == same || f == next));
  assert(f(x) == (f == same ? x : x + 1));
  return 0;
}
