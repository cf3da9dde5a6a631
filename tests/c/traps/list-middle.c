// custos: violated
// inputs: 1 1 1 1 0 1 1 0
// options: --lp64
#include "list.h"

/* A pointer into the middle of the list sees what is done to the list. */
int main(void) {
  struct node *head = NULL, *middle, *p;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 0;
    p->next = head;
    head = p;
  }
  for (middle = head; middle && __VERIFIER_nondet_int(); middle = middle->next)
    continue;
  for (p = head; p; p = p->next)
    if (p != head && p->next)
      p->data = 7;
  assert(!middle || !middle->next || middle == head || middle->data != 7);
  return 0;
}
