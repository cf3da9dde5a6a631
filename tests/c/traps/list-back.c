// custos: violated
// inputs: 1 1 1 1 0
// options: --lp64
#include "list-double.h"

/* Back from the end: the first node comes last. */
int main(void) {
  struct node *head = malloc(sizeof *head), *last = head, *p;
  int steps = 0;
  head->next = head->prev = NULL;
  head->data = 1;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 0;
    p->next = NULL;
    p->prev = last;
    last->next = p;
    last = p;
  }
  for (p = last; p; p = p->prev) {
    assert(steps != 4 || p->data == 0);
    steps = steps < 5 ? steps + 1 : steps;
  }
  return 0;
}
