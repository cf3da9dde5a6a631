// custos: violated
// undecided: the way there is 100,000 rounds long
// inputs: 77
// What is got is the next element, of which nobody said anything.
#include <assert.h>
enum { N = 100000 };
extern int __VERIFIER_nondet_int(void);
static int a[N + 1];
static int get(const int *p, int i) { return p[i + 1]; }
static void put(int *p, int i, int v) { p[i] = v; }
int main(void) {
  a[N] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    put(a, i, 3);
  for (int i = 0; i < N; i++)
    assert(get(a, i) == 3);
  return 0;
}
