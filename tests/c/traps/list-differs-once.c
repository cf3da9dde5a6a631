// custos: violated
// inputs: 1 1 1 1 1 0 1 1 1 0
// options: --lp64
#include "list.h"

/* One node of the list differs from the others, far behind its head. */
int main(void) {
  struct node *head = NULL, *p;
  int place = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 0;
    p->next = head;
    head = p;
  }
  for (p = head; p && __VERIFIER_nondet_int(); p = p->next)
    continue;
  if (p)
    p->data = 1;
  for (p = head; p; p = p->next) {
    assert(place != 3 || p->data == 0);
    place = place < 6 ? place + 1 : place;
  }
  return 0;
}
