// custos: violated
// inputs: 7
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

/* Both ways lead to the same values, but not for the same inputs. */
int main(void) {
  int x = __VERIFIER_nondet_int(), y;
  if (x < 5)
    y = 1;
  else
    y = 1;
  assert(x + y != 8);
  return 0;
}
