// custos: violated
// inputs: 1 1 1 0
// options: --lp64
#include "list-link-first.h"

/* The first node is changed, not those behind it. */
int main(void) {
  struct node *head = malloc(sizeof *head), *p;
  head->next = NULL;
  head->data = 1;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = head;
    head = p;
  }
  head->data = 2;
  for (p = head; p->next; p = p->next)
    assert(p->next->next == NULL || p->next->data == 2);
  return 0;
}
