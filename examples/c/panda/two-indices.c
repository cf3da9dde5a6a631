// "Two Indices" of the paper's Table 1, in C: every fourth cell of one array,
// from the second on, goes to the next cell of another.
//     custos check examples/c/panda/two-indices.c
//   HOLDS
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 5

int main(void) {
  int source[SIZE], target[SIZE];
  for (int i = 0; i < SIZE; i++)
    source[i] = __VERIFIER_nondet_int();
  for (int i = 1, j = 0; i < SIZE; i += 4, j++)
    target[j] = source[i];
  for (int i = 1, j = 0; i < SIZE; i += 4, j++)
    assert(target[j] == source[4 * j + 1]);
  return 0;
}
