// A list of as many readings as inputs want, kept in order of their kind: those
// that wait come first. The list is never unrolled: nodes that are alike are
// one node that stands for any number of them.
//
// Type
//     custos check examples/c/list.c
//   HOLDS     whatever waits comes before all that is done
//     custos check examples/c/list.c -DFORGET
//   VIOLATED  a reading that is done is put to the front
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { WAITS, DONE };

struct reading {
  int state;
  struct reading *next;
};

static struct reading *first;

static struct reading *reading(int state, struct reading *next) {
  struct reading *r = malloc(sizeof *r);
  if (!r)
    exit(1);
  r->state = state;
  r->next = next;
  return r;
}

/* Behind the last one that waits. */
static void finish(void) {
  struct reading *r = first;
  while (r && r->next && r->next->state == WAITS)
    r = r->next;
#ifdef FORGET
  first = reading(DONE, first);
#else
  if (r && r->state == WAITS)
    r->next = reading(DONE, r->next);
  else
    first = reading(DONE, first);
#endif
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      first = reading(WAITS, first);
    else
      finish();
  }
  int is_done = 0;
  for (struct reading *r = first; r; r = r->next) {
    assert(r->state == DONE || !is_done);
    is_done = r->state == DONE;
  }
  return 0;
}
