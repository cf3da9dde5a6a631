// custos: violated
// inputs: 1 1 1 1 1 1 1 1 1 1 1 1 1 0
// options: --lp64
#include "list-link-first.h"

/* One kind of node after the other: more often than anybody keeps apart. */
int main(void) {
  struct node *head = NULL, *p;
  int kind = 1, changes = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = kind;
    p->next = head;
    head = p;
    kind = 3 - kind;
  }
  for (p = head; p && p->next; p = p->next)
    if (p->data != p->next->data && changes < 12)
      changes++;
  assert(changes != 12);
  return 0;
}
