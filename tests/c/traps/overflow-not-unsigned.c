// custos: holds
// options: --check=overflow
// Unsigned numbers wrap, and narrow ones are promoted.
extern short __VERIFIER_nondet_short(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  short s = __VERIFIER_nondet_short();
  u = u + 1;
  u = u * u;
  s++;
  s = s + s;
  return 0;
}
