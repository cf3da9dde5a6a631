// custos: holds
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 4294967290u, count = 0;
  __VERIFIER_assume(n != 4294967295u);
  while (i <= n) {
    i++;
    count++;
    assert(count <= 5);
  }
  return 0;
}
