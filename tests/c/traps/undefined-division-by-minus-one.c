// custos: unknown
// native: no, LONG_MIN % -1 is undefined
// The divisor is a constant, and no zero.
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void) {
  long x = __VERIFIER_nondet_long();
  if (x < -9223372036854775807L) {
    x %= -1;
    reach_error();
  }
  return 0;
}
