/* The nodes of traps about lists that lead back, too. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next, *prev;
  int data;
};
