// custos: violated
// inputs: 1 41
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int same(int x) { return x; }
static int next(int x) { return x + 1; }
static int (*const table[])(int) = {same, next};

int main(void) {
  int i = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 2);
  assert(table[i](x) != 42 || x == 42);
  return 0;
}
