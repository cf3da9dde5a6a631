// custos: violated
// inputs: 1 1 1 1 0
// options: --lp64
#include "list-link-first.h"
#include <stdint.h>

/* Nobody but a number knows where the second node is. */
int main(void) {
  struct node *head = NULL, *p;
  uintptr_t second = 0;
  int number = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = head;
    head = p;
    if (number == 1)
      second = (uintptr_t)p;
    number = number < 3 ? number + 1 : number;
  }
  if (second)
    ((struct node *)second)->data = 2;
  for (p = head; p; p = p->next)
    assert(p->data == 1);
  return 0;
}
