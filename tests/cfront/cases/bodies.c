// options: --input=ask
// has 1: input .*"ask"
// lacks: input .*"given"
// lacks: input .*nondet
// has 1: ^f[0-9]+ "__VERIFIER_assert"
// has 1: ^f[0-9]+ "__VERIFIER_assume"
// lacks: ^f[0-9]+ "reach_error"
// lacks: assertion "0"
// has 2: fail call "reach_error"
void __assert_fail(const char *, const char *, unsigned, const char *);
void abort(void);
void reach_error(void) { __assert_fail("0", "f", 1, "g"); }
void __VERIFIER_assert(int c) { if (!c) reach_error(); }
void __VERIFIER_assume(int c) { if (!c) abort(); }
int __VERIFIER_nondet_int(void) { return 4; }
int given(void) { return 3; }
int ask(void);
int main(void) {
  int x = ask() + given() + __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 3);
  __VERIFIER_assert(x > 2);
  if (x == 1) reach_error();
  return 0;
}
