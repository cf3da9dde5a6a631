// custos: violated
// options: --lp64 --no-certify
// undecided: the way there is 100,000 rounds long
// inputs: 60000
// The field points to another array from some round on.
#include <assert.h>
enum { N = 100000 };
extern int __VERIFIER_nondet_int(void);
static int a[N], b[N];
struct holder {
  int size;
  int *at;
};
int main(void) {
  struct holder h = {N, a}, *o = &h;
  int change = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    o->at[i] = 1;
  for (int i = 0; i < N; i++) {
    if (i == change)
      o->at = b;
    assert(o->at[i] == 1);
  }
  return 0;
}
