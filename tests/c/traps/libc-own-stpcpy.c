// custos: violated
// inputs: 0
// The program's own function of that name is none of the library's business.
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

char *stpcpy(char *a, const char *b) {
  (void)b;
  return a;
}

int main(void) {
  char b[4] = "x";
  strcpy(b, "ab");
  assert(b[0] == 'x' || __VERIFIER_nondet_int());
  return 0;
}
