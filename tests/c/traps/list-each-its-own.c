// custos: violated
// inputs: 1 3 1 3 1 3 1 3 1 5 0
// options: --lp64
#include "list.h"

/* Each node has a value of its own between two bounds. */
int main(void) {
  struct node *head = NULL, *p;
  int place = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = __VERIFIER_nondet_int();
    if (p->data < 3 || p->data > 5)
      return 0;
    p->next = head;
    head = p;
  }
  for (p = head; p; p = p->next) {
    assert(p->data >= 3 && p->data <= 5);
    assert(place != 4 || p->data == head->data);
    place = place < 6 ? place + 1 : place;
  }
  return 0;
}
