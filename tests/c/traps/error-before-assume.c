// custos: violated
// inputs: 0
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 0)
    reach_error();
  __VERIFIER_assume(x != 0);
  return 0;
}
