// custos: violated
// options: --lp64 --no-certify
// undecided: the way there is many rounds long
// inputs: 300
// What a loop within a loop writes through a pointer, is written by both.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int kept, other;
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = &other;
  for (int i = 0; i < n && i < 1000; i++) {
    p = i == 250 ? &kept : &other;
    for (int j = 0; j < 200; j++)
      *p = j;
  }
  assert(kept == 0);
  return 0;
}
