// custos: violated
// inputs: 1 1 2 1 0
// options: --lp64
#include "list-double.h"

/* One of the pointers back is not set. */
int main(void) {
  struct node *head = malloc(sizeof *head), *last = head, *p;
  int choice;
  head->next = head->prev = NULL;
  head->data = 0;
  while ((choice = __VERIFIER_nondet_int())) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = NULL;
    p->prev = choice == 2 ? head : last;
    last->next = p;
    last = p;
  }
  for (p = last; p != head && p->prev != head; p = p->prev)
    assert(p->prev->next == p);
  assert(p == head || head->next == p);
  return 0;
}
