// A list on the heap, walked and reversed again and again.
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 1000; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = list;
    list = n;
  }
  long sum = 0;
  for (int round = 0; round < 2000; round++) {
    struct node *reversed = 0;
    while (list) {
      struct node *next = list->next;
      sum += list->value;
      list->next = reversed;
      reversed = list;
      list = next;
    }
    list = reversed;
  }
  assert(sum == 2000L * 499500);
  return 0;
}
