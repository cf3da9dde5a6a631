// "Invert String" of the paper's Table 1, in C: a string of 5 characters, the
// last of which ends it, is copied backwards.
//     custos check examples/c/panda/invert-string.c
//   HOLDS
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

#define LENGTH 5

int main(void) {
  char text[LENGTH], back[LENGTH];
  for (int i = 0; i < LENGTH; i++)
    text[i] = __VERIFIER_nondet_char();
  text[LENGTH - 1] = '\0';
  int to = 0;
  for (int i = LENGTH - 1; i >= 0; i--)
    back[to++] = text[i];
  to = LENGTH - 1;
  for (int i = 0; i < LENGTH; i++)
    assert(back[to--] == text[i]);
  return 0;
}
