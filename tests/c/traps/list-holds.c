// custos: holds
// options: --lp64
// runs: 2000
#include "list-double.h"

/* Doubly linked, reversed, of any length. */
int main(void) {
  struct node *head = NULL, *back = NULL, *p;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = __VERIFIER_nondet_int() ? 4 : 6;
    p->next = head;
    p->prev = NULL;
    if (head)
      head->prev = p;
    head = p;
  }
  for (p = head; p; p = p->next)
    assert(!p->next || p->next->prev == p);
  while (head) {
    p = head->next;
    head->next = back;
    head->prev = p;
    back = head;
    head = p;
  }
  for (p = back; p; p = p->next)
    assert(p->data == 4 || p->data == 6);
  return 0;
}
