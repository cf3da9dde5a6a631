// custos: violated
// inputs: 1 1 1 0
// options: --lp64
#include "list-link-first.h"

/* Lists of three are longer than those of two. */
int main(void) {
  struct node *head = NULL, *p;
  int length = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = head;
    head = p;
  }
  for (p = head; p; p = p->next)
    length = length < 3 ? length + 1 : length;
  assert(length != 3);
  return 0;
}
