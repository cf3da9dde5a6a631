#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int measure(int from);
void note(int what);

int main(void) {
  char *text = malloc(8);
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100)
    return 0;
  strcpy(text, "abc");
  note(measure(n));
  assert(n + 1 == n - -1);
  assert(text[0] == 'a');
  return 0;
}
