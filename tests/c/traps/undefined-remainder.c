// custos: unknown
// native: no, what follows a remainder by zero is undefined
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned kept;

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  if (y < 4) {
    kept = x % y; /* its result is never read */
    if (y == 0)
      reach_error();
  }
  return 0;
}
