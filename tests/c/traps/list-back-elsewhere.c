// custos: violated
// inputs: 1 1 1 0
// options: --lp64
#include "list-double.h"

/* All pointers back lead to the first node. */
int main(void) {
  struct node *head = malloc(sizeof *head), *last = head, *p;
  head->next = head->prev = NULL;
  head->data = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = NULL;
    p->prev = head;
    last->next = p;
    last = p;
  }
  for (p = head; p->next; p = p->next)
    assert(p->next->prev == p);
  return 0;
}
