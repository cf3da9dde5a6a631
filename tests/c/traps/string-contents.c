// custos: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  const char *p = "abc";
  char a[] = "abc";
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 4);
  assert(p[i] == a[i] && sizeof a == 4 && p[3] == 0);
  a[1] = 'x';
  assert(p[1] == 'b');
  return 0;
}
