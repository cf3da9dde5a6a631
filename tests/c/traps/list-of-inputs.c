// custos: violated
// inputs: 1 2 3
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }
  int s = 0;
  for (struct node *n = head; n; n = n->next)
    s = s * 10 + n->value;
  assert(s != 321);
  return 0;
}
