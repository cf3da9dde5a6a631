// Memory used wrongly, one way each. Without a check, such a run makes the
// answer UNKNOWN: what follows it is undefined.
//
// Type
//     custos check examples/c/memory.c --check=bounds -DBUG=1
//   VIOLATED  one past the end, if all are kept
//     custos check examples/c/memory.c --check=null -DBUG=2
//   VIOLATED  the list may be empty
//     custos check examples/c/memory.c --check=bounds -DBUG=3
//   VIOLATED  the node was freed
//     custos check examples/c/memory.c --check=free -DBUG=4
//   VIOLATED  freed twice
//     custos check examples/c/memory.c --check=null -DBUG=5
//   VIOLATED  there may be no memory for a node
//     custos check examples/c/memory.c --check=bounds,null,free
//   HOLDS     none of them
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *list, int value) {
  struct node *n = malloc(sizeof *n);
#if BUG != 5
  if (!n)
    exit(EXIT_FAILURE);
#endif
  n->value = value;
  n->next = list;
  return n;
}

int main(void) {
  int kept[2] = {0, 0};
  int count = 0;
  struct node *list = NULL;
  for (int i = 0; i < 3; i++) {
    int value = __VERIFIER_nondet_int();
    if (value > 0)
      list = push(list, value);
  }
  for (struct node *n = list; n != NULL; n = n->next) {
    if (BUG == 1 || count < 2)
      kept[count] = n->value;
    count++;
  }
  if (BUG == 2 || list != NULL)
    list->value = 0;
  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    if (BUG == 3 && list->value == 0)
      next = NULL;
    if (BUG == 4 && next == NULL)
      free(list);
    list = next;
  }
  return kept[0];
}
