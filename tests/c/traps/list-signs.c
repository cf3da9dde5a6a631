// custos: holds
// runs: 2000
// options: --lp64
#include "list-link-first.h"

/* Of more values than few, the signs are known. */
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
    assert(p->data > 0);
  return 0;
}
