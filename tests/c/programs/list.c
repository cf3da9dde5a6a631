/* A list on the heap: made, reversed, summed, freed. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *head = 0;
  int n = __VERIFIER_nondet_int() & 63;
  for (int i = 0; i < n; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = __VERIFIER_nondet_int();
    fresh->next = head;
    head = fresh;
  }
  struct node *back = NULL;
  while (head) {
    struct node *next = head->next;
    head->next = back;
    back = head;
    head = next;
  }
  unsigned sum = 0;
  while (back) {
    struct node *gone = back;
    sum = sum * 31 + (unsigned)back->value;
    back = back->next;
    free(gone);
  }
  return (int)sum;
}
