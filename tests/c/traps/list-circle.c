// custos: violated
// inputs: 1 1 1 1 0
// options: --lp64
#include "list.h"

/* A circle comes back to its head, after as many steps as it is long. */
int main(void) {
  struct node *head = malloc(sizeof *head), *last = head, *p;
  int length = 1, steps = 0;
  head->data = 1;
  while (__VERIFIER_nondet_int()) {
    last->next = malloc(sizeof *p);
    last = last->next;
    last->data = 0;
    length++;
  }
  last->next = head;
  p = head->next;
  while (p != head) {
    assert(p->data == 0);
    assert(++steps != 4);
    p = p->next;
  }
  return 0;
}
