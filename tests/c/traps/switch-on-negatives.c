// custos: holds
// options: --ilp32
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  char c = __VERIFIER_nondet_char();
  long long l = __VERIFIER_nondet_longlong();
  switch (c) {
  case -1:
    assert(c < 0);
    break;
  case 127:
    assert(c > 0);
    break;
  }
  switch (l) {
  case 4294967296LL:
    assert(l > 0 && (int)l == 0);
    break;
  case 0:
    assert(l + 1 == 1);
    break;
  }
  return 0;
}
