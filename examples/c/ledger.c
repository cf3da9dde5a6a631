// Stock is bought in pairs and paid for: each time around two pieces come, and
// one or two units of credit go, of which each is worth two pieces. What is
// there never becomes worth more.
//
// Type
//     custos check examples/c/ledger.c
//   HOLDS     pieces + 2 * credit <= 10, whenever the loop is at its head
//     custos check examples/c/ledger.c --no-refine --time=10
//   UNKNOWN   no condition of the program says that: it is found as the reason
//             why the assertion does not fail behind a few rounds of the loop
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int pieces = 0, credit = 5;
  while (credit > -1000 && __VERIFIER_nondet_int()) {
    pieces += 2;
    credit -= 1 + (__VERIFIER_nondet_int() & 1);
  }
  int worth = pieces + 2 * credit;
  assert(worth <= 10);
  return 0;
}
