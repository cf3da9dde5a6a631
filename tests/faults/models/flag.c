/* A flag that is forgotten. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locked;

static void lock(int wanted) {
  if (wanted > 1)
    locked = 1;
}

int main(void) {
  int wanted = __VERIFIER_nondet_int();
  lock(wanted);
  if (wanted > 0 && !locked)
    reach_error();
  return 0;
}
