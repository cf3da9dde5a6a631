// custos: violated
// options: --lp64 --no-certify
// undecided: the way there is many rounds long
// inputs: 40000
// One field of an object is counted, the other one is not what it was.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  int count, rest;
} pair;
static void step(struct pair *o) {
  int *field = o->count == 30000 ? &o->rest : &o->count;
  *field = *field + 1;
  if (field == &o->rest)
    o->count++;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && i < 100000; i++)
    step(&pair);
  assert(pair.rest == 0);
  return 0;
}
