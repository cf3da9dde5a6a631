/* A search tree, through pointers to pointers. */
#include <stdlib.h>
short __VERIFIER_nondet_short(void);
typedef struct tree tree;
struct tree {
  tree *side[2];
  short key;
  unsigned char count;
};
static void insert(tree **at, short key) {
  while (*at && (*at)->key != key)
    at = &(*at)->side[key > (*at)->key];
  if (!*at) {
    *at = calloc(1, sizeof **at);
    (*at)->key = key;
  }
  (*at)->count++;
}
static int depth(const tree *t) {
  if (!t)
    return 0;
  int a = depth(t->side[0]), b = depth(t->side[1]);
  return 1 + (a > b ? a : b);
}
static unsigned walk(const tree *t, unsigned sum) {
  if (!t)
    return sum;
  sum = walk(t->side[0], sum);
  sum = sum * 7 + (unsigned)t->key * t->count;
  return walk(t->side[1], sum);
}
static void drop(tree *t) {
  if (t) {
    drop(t->side[0]);
    drop(t->side[1]);
    free(t);
  }
}
int main(void) {
  tree *t = NULL;
  for (int i = 0; i < 50; i++)
    insert(&t, __VERIFIER_nondet_short() % 40);
  int sum = (int)walk(t, (unsigned)depth(t));
  drop(t);
  return sum;
}
