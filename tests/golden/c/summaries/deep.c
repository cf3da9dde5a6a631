void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned calls;

/* Gives back what it is given, however deep. */
static unsigned same(unsigned n) {
  calls = 1;
  if (n == 0)
    return 0;
#ifdef BUG
  if (n == 2)
    return 7;
#endif
  return same(n - 1) + 1;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned m = same(n);
  if (m != n || calls != 1)
    reach_error();
  return 0;
}
