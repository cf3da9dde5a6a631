// custos: violated
// inputs: 1 1 1 0 1 1 0
// options: --lp64
#include "list-double.h"

/* Nodes are taken from the front; what is left is still doubly linked, and its
 * end is where it was. */
int main(void) {
  struct node *head = malloc(sizeof *head), *last = head, *p;
  int steps = 0;
  head->next = head->prev = NULL;
  head->data = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = NULL;
    p->prev = last;
    last->next = p;
    last = p;
  }
  while (head->next && __VERIFIER_nondet_int()) {
    p = head;
    head = head->next;
    head->prev = NULL;
    free(p);
  }
  for (p = last; p; p = p->prev)
    steps = steps < 3 ? steps + 1 : steps;
  assert(steps != 2);
  return 0;
}
