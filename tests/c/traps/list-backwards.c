// custos: violated
// inputs: 1 1 1 1 0
// options: --lp64
#include "list-double.h"

/* Back from the end to the first node, which is still known: four steps. */
int main(void) {
  struct node *head = malloc(sizeof *head), *last = head, *p;
  int steps = 0;
  head->next = head->prev = NULL;
  head->data = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 0;
    p->next = NULL;
    p->prev = last;
    last->next = p;
    last = p;
  }
  for (p = last; p != head; p = p->prev)
    steps = steps < 5 ? steps + 1 : steps;
  assert(steps != 4);
  return head->data;
}
