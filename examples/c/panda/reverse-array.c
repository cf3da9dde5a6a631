// "Reverse Array" of the paper's Table 1, in C.
//     custos check examples/c/panda/reverse-array.c
//   HOLDS
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 5

int main(void) {
  int forth[SIZE], back[SIZE];
  for (int i = 0; i < SIZE; i++)
    forth[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < SIZE; i++)
    back[i] = forth[SIZE - 1 - i];
  for (int i = 0; i < SIZE; i++)
    assert(back[SIZE - 1 - i] == forth[i]);
  return 0;
}
