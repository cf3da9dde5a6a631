// custos: holds
#include <assert.h>
extern int isdigit(int), isalpha(int), ispunct(int), toupper(int);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int c = __VERIFIER_nondet_uchar() & 127;
  assert(!isdigit(c) == !(c >= '0' && c <= '9'));
  assert(!isdigit(c) || !isalpha(c));
  assert(!ispunct(c) || toupper(c) == c);
  return 0;
}
