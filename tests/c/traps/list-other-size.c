// custos: violated
// inputs: 1 1 2 1 0
// options: --lp64
#include "list-link-first.h"

struct large {
  struct node node;
  int more;
};

/* Some nodes are larger, and have something there. */
int main(void) {
  struct node *head = NULL, *p;
  int choice;
  while ((choice = __VERIFIER_nondet_int())) {
    if (choice == 2) {
      p = malloc(sizeof(struct large));
      ((struct large *)p)->more = 5;
    } else {
      p = malloc(sizeof *p);
    }
    p->data = choice == 2 ? 2 : 1;
    p->next = head;
    head = p;
  }
  for (p = head; p; p = p->next)
    assert(p->data == 1 || ((struct large *)p)->more != 5);
  return 0;
}
