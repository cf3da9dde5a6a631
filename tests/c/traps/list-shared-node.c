// custos: violated
// inputs: 1 1 1 1 0
// options: --lp64
#include "list.h"

/* Two lists share their end: what is written through one is seen in the other.
 */
int main(void) {
  struct node *a = NULL, *b, *p;
  int place = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 0;
    p->next = a;
    a = p;
  }
  b = malloc(sizeof *b);
  b->data = 0;
  b->next = a && a->next ? a->next->next : NULL;
  for (p = b->next; p; p = p->next)
    p->data = 1;
  for (p = a; p; p = p->next) {
    assert(place != 3 || p->data == 0);
    place = place < 5 ? place + 1 : place;
  }
  return 0;
}
