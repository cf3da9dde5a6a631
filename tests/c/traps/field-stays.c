// custos: holds
// undecided: time
// One field of an object is counted, elements are put behind the other one.
#include <assert.h>
#include <stdlib.h>
enum { N = 1000 };
extern int __VERIFIER_nondet_int(void);
struct list {
  int size;
  int *at;
};
static void add(struct list *o, int v) { o->at[o->size++] = v; }
static int get(const struct list *o, int i) { return o->at[i]; }
int main(void) {
  struct list l = {0, malloc(N * sizeof(int))};
  if (!l.at)
    return 0;
  for (int i = 0; i < N; i++)
    add(&l, __VERIFIER_nondet_int() & 15);
  for (int i = 0; i < N; i++)
    assert(get(&l, i) < 16);
  free(l.at);
  return 0;
}
