// custos: violated
// undecided: the way there is 100,000 rounds long
// inputs: 54321
// Two pointers into one array: what is put through one is got through the
// other.
#include <assert.h>
enum { N = 100000 };
extern int __VERIFIER_nondet_int(void);
static int a[N];
static int get(const int *p, int i) { return p[i]; }
static void put(int *p, int i, int v) { p[i] = v; }
int main(void) {
  int *b = a, at = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    put(a, i, 0);
  for (int i = 0; i < N; i++)
    put(b, i, i == at ? 1 : get(b, i));
  for (int i = 0; i < N; i++)
    assert(get(a, i) == 0);
  return 0;
}
