// Money moves from one account to another, for a fee, as often as somebody
// wants. Nothing is lost on the way: that is an equation between three
// variables, which no condition of the program mentions. It is found from a few
// runs.
//
// Type
//     custos check examples/c/transfer.c --presume=wrap
//   HOLDS
// Without --presume a number that passes the largest one is an error, and after
// a long time there is one: UNKNOWN, since no run is so long.
// An invariant is right == 2 * fees: what is left says the rest.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int left = 100, right = 0, fees = 0;
  while (__VERIFIER_nondet_int()) {
    left -= 3;
    right += 2;
    fees += 1;
  }
  assert(left + right + fees == 100);
  return 0;
}
