// custos: violated
// inputs: 1 1 1 1 0
// options: --lp64
#include "list-link-first.h"

struct holder {
  struct node *second;
  int number;
};

/* Another object points to the second node, which is changed by that. */
int main(void) {
  struct node *head = NULL, *p;
  struct holder *h = malloc(sizeof *h);
  h->second = NULL;
  h->number = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = head;
    head = p;
    if (h->number == 1)
      h->second = p;
    h->number = h->number < 3 ? h->number + 1 : h->number;
  }
  if (h->second)
    h->second->data = 2;
  for (p = head; p; p = p->next)
    assert(p->data == 1);
  return 0;
}
