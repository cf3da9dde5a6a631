// A growing number of elements behind a field, read and written by functions of
// one line: the shape of every collection. What is true of all elements is
// found through the field, which does not change, and through the calls.
//
// Type
//     custos check examples/c/holder.c
//   HOLDS     no element is negative
//     custos check examples/c/holder.c -DLAST=N -DN=10
//   VIOLATED  one more is read than was put there
#include <assert.h>

#ifndef N
#define N 100000
#endif
#ifndef LAST
#define LAST (N - 1)
#endif

extern int __VERIFIER_nondet_int(void);

struct holder {
  int size;
  int *at;
};

static int cells[N + 1];

static int get(const struct holder *h, int i) { return h->at[i]; }
static void put(struct holder *h, int i, int v) { h->at[i] = v; }

int main(void) {
  struct holder h = {N, cells};
  h.at[N] = -1;
  for (int i = 0; i < N; i++) {
    int x = __VERIFIER_nondet_int();
    put(&h, i, x < 0 ? 0 : x);
  }
  for (int i = 0; i <= LAST; i++)
    assert(get(&h, i) >= 0);
  return 0;
}
