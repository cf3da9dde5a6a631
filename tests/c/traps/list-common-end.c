// custos: violated
// inputs: 1 1 0 1 1 0
// options: --lp64
#include "list-link-first.h"

/* Two lists with the same end: what one changes, the other sees. */
int main(void) {
  struct node *end = malloc(sizeof *end), *a = end, *b = end, *p;
  end->next = NULL;
  end->data = 1;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = a;
    a = p;
  }
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = b;
    b = p;
  }
  for (p = a; p; p = p->next)
    p->data = 2;
  for (p = b; p; p = p->next)
    assert(p->data == 1);
  return 0;
}
