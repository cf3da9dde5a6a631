// custos: violated
// inputs: 1 1 1 1 0 0 0 1
// options: --lp64
#include "list-link-first.h"

/* A node behind others is changed, and then forgotten. */
int main(void) {
  struct node *head = NULL, *p;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = head;
    head = p;
  }
  for (p = head; p; p = p->next)
    if (__VERIFIER_nondet_int()) {
      p->data = 7;
      break;
    }
  for (p = head; p; p = p->next)
    assert(p->data == 1);
  return 0;
}
