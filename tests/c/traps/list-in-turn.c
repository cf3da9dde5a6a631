// custos: violated
// inputs: 1 1 1 1 1 1 1 1 0
// options: --lp64
#include "list.h"

/* Nodes of two kinds, in turn. */
int main(void) {
  struct node *head = NULL, *p;
  int place = 0, kind = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = kind;
    p->next = head;
    head = p;
    kind = !kind;
  }
  for (p = head; p; p = p->next) {
    assert(place != 7 || p->data == head->data);
    place = place < 9 ? place + 1 : place;
  }
  return 0;
}
