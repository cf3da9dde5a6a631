// custos: holds
// runs: 2000
// options: --lp64
#include "list-double.h"

/* There and back again, in a list with two ends. */
int main(void) {
  struct node *head = malloc(sizeof *head), *last = head, *p;
  head->next = head->prev = NULL;
  head->data = 3;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = NULL;
    p->prev = last;
    last->next = p;
    last = p;
  }
  for (p = last; p->prev; p = p->prev)
    assert(p->data == 1 && p->prev->next == p);
  assert(p == head && p->data == 3);
  return 0;
}
