// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int a[3];
static struct {
  int x;
  char *p;
} s;

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 3);
  assert(a[i] == 0 && s.x == 0 && s.p == 0);
  return 0;
}
