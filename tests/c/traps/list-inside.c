// custos: violated
// inputs: 1 1 1 1 0
// options: --lp64
#include "list-link-first.h"

/* A pointer to the data of the second node. */
int main(void) {
  struct node *head = NULL, *p;
  int *data = NULL, number = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = head;
    head = p;
    if (number == 1)
      data = &p->data;
    number = number < 3 ? number + 1 : number;
  }
  if (data)
    *data = 2;
  for (p = head; p; p = p->next)
    assert(p->data == 1);
  return 0;
}
