// custos: violated
// inputs: 4294967295
// i <= n is always true of the largest n.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 4294967290u, count = 0;
  while (i <= n) {
    i++;
    count++;
    assert(count <= 6);
  }
  return 0;
}
