// custos: violated
// undecided: the way there is 100,000 rounds long
// inputs: 5
// The last element is not put.
#include <assert.h>
enum { N = 100000 };
extern int __VERIFIER_nondet_int(void);
static int a[N];
static int get(const int *p, int n, int i) { return i < n ? p[i] : 5; }
static void put(int *p, int n, int i, int v) {
  if (i < n - 1)
    p[i] = v;
}
int main(void) {
  int v = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    put(a, N, i, v);
  for (int i = 0; i < N; i++)
    assert(get(a, N, i) == v);
  return 0;
}
