// custos: violated
// options: --lp64 --no-certify
// undecided: the way there is 100,000 rounds long
// inputs: 99999
// A function that only seems to read changes the field, once.
#include <assert.h>
enum { N = 100000 };
extern int __VERIFIER_nondet_int(void);
static int a[N], b[N];
struct holder {
  int size;
  int *at;
} h = {N, a};
static int get(struct holder *o, int i, int change) {
  int v = o->at[i];
  if (i == change)
    o->at = b;
  return v;
}
int main(void) {
  int change = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    h.at[i] = 1;
  for (int i = 0; i < N; i++)
    assert(get(&h, i, change) == 1);
  assert(h.at[0] == 1);
  return 0;
}
