// A tank is filled by drops of one to three until it is full; only then may the
// alarm be given, and it stays. What makes that sure is a disjunction: there is
// no alarm, or the tank is full.
//
// Type
//     custos check examples/c/alarm.c
//   HOLDS
// An invariant is alarm == 0 | level >= 1000000.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { FULL = 1000000 };

int main(void) {
  int level = 0, alarm = 0;
  for (;;) {
    unsigned drop = __VERIFIER_nondet_uint();
    if (drop > 2)
      break;
    if (level < FULL)
      level += 1 + (int)drop;
    else
      alarm = 1;
  }
  if (alarm)
    assert(level >= FULL);
  return 0;
}
