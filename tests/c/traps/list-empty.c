// custos: violated
// inputs: 0
// options: --lp64
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int data;
  struct node *next;
};

/* No node at all is a list, too. */
int main(void) {
  struct node *head = NULL, *p;
  int found = 0;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->data = 1;
    p->next = head;
    head = p;
  }
  for (p = head; p; p = p->next)
    found |= p->data;
  assert(found);
  return 0;
}
