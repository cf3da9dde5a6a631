// custos: holds
// No run gets past the assumption.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 5 && x < 5);
  reach_error();
  return 0;
}
