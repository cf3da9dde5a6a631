// A driver that takes a lock, works, and tries again while others did, too
// (after the example of SLAM). The loop has no bound, and it is right for a
// reason that one predicate says: now == old where the lock is held.
//
// Type
//     custos check examples/c/recursion/driver.c
//   HOLDS
//     custos check examples/c/recursion/driver.c -DBUG
//   VIOLATED
//     custos check examples/c/recursion/driver.c --strategy=summaries
//   HOLDS
//     custos check examples/c/recursion/driver.c --strategy=summaries -DBUG
//   VIOLATED
//     custos convert examples/c/recursion/driver.c --to=bp
//   its Boolean program
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int locked;

static void lock(void) {
  assert(!locked);
  locked = 1;
}

static void unlock(void) {
  assert(locked);
  locked = 0;
}

int main(void) {
  unsigned old, now = 0;
  do {
    lock();
    old = now;
    if (__VERIFIER_nondet_int()) {
      unlock();
#ifndef BUG
      now++;
#endif
    }
  } while (now != old);
  unlock();
  return 0;
}
