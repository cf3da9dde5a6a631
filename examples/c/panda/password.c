// "Password" of the paper's Table 1, in C: what is accepted is the password,
// cell for cell.
//     custos check examples/c/panda/password.c
//   HOLDS
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 5

int main(void) {
  int secret[SIZE], typed[SIZE];
  for (int i = 0; i < SIZE; i++) {
    secret[i] = __VERIFIER_nondet_int();
    typed[i] = __VERIFIER_nondet_int();
  }
  bool accepted = true;
  for (int i = 0; i < SIZE; i++) {
    if (secret[i] != typed[i])
      accepted = false;
  }
  if (accepted) {
    for (int i = 0; i < SIZE; i++)
      assert(typed[i] == secret[i]);
  }
  return 0;
}
