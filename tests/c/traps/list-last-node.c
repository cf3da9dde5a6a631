// custos: violated
// inputs: 1 1 1 1 0
// options: --lp64
#include "list.h"

/* The last node is another one than those before it. */
int main(void) {
  struct node *head = NULL, *p;
  int length = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = head ? 1 : 2;
    p->next = head;
    head = p;
    length = length < 4 ? length + 1 : length;
  }
  for (p = head; p; p = p->next)
    assert(length < 4 || p->data == 1);
  return 0;
}
