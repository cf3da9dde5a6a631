// custos: holds
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char text[3] = {'a', (char)(__VERIFIER_nondet_int() & 127), 0};
  int r = strcmp(text, "ab");
  assert(r != 0 || text[1] == 'b');
  assert(r <= 0 || text[1] > 'b');
  assert(strcmp("c", "a") > 0 && strcmp("a", "ab") < 0 && !strcmp("", ""));
  assert(memcmp("ab", "ac", 1) == 0 && strncmp("ab", "ac", 2) < 0);
  return 0;
}
