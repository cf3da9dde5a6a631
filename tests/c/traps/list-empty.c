// custos: violated
// inputs: 0
// options: --lp64
#include "list.h"

/* No node at all is a list, too. */
int main(void) {
  struct node *head = NULL, *p;
  int found = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = head;
    head = p;
  }
  for (p = head; p; p = p->next)
    found |= p->data;
  assert(found);
  return 0;
}
