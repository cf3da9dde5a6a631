// A flag is set in a function, and tested much later: between the two is a loop
// that has nothing to do with it. That 'unlock' is never called without a lock
// is a fact across calls: 'locked == (wanted > 0)'.
//
// Type
//     custos check examples/c/flag.c
//   HOLDS     what was locked is unlocked
//     custos check examples/c/flag.c -DFORGET
//   VIOLATED  unlocked though it was not locked
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locked;

static void lock(void) {
  if (locked)
    reach_error();
  locked = 1;
}

static void unlock(void) {
  if (!locked)
    reach_error();
  locked = 0;
}

static void prepare(int wanted) {
#ifdef FORGET
  if (wanted > 1)
    lock();
#else
  if (wanted > 0)
    lock();
#endif
}

int main(void) {
  int wanted = __VERIFIER_nondet_int(), sum = 0;
  prepare(wanted);
  for (int i = 0; i < 3; i++)
    sum += i;
  if (wanted > 0)
    unlock();
  if (locked)
    reach_error();
  return 0;
}
