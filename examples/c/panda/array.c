// "Array" of the paper's Table 1, in C: the least of the elements seen so far
// is not above the first one.
//     custos check examples/c/panda/array.c
//   HOLDS
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 1

int main(void) {
  int cells[SIZE];
  int least = __VERIFIER_nondet_int();
  for (int i = 0; i < SIZE; i++) {
    cells[i] = __VERIFIER_nondet_int();
    if (least >= cells[i])
      least = cells[i];
  }
  assert(least <= cells[0]);
  return 0;
}
