// custos: violated
// inputs: 1 1 1 0 1 0 0
// options: --lp64 --check=memory
// native: no, what was freed can be read there
#include "list.h"

/* A node is freed and stays in the list. */
int main(void) {
  struct node *head = NULL, *p;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 0;
    p->next = head;
    head = p;
  }
  for (p = head; p && __VERIFIER_nondet_int(); p = p->next)
    continue;
  if (p && p != head && p->next)
    free(p->next);
  for (p = head; p; p = p->next)
    assert(p->data == 0);
  return 0;
}
