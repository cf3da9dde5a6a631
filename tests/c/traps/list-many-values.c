// custos: violated
// inputs: 1 1 1 2 1 3 1 4 1 5 1 9 0
// options: --lp64
#include "list-link-first.h"

/* More values than few. */
int main(void) {
  struct node *head = NULL, *p;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = __VERIFIER_nondet_int();
    if (p->data <= 0)
      exit(0);
    p->next = head;
    head = p;
  }
  for (p = head; p; p = p->next)
    assert(p->data != 9);
  return 0;
}
