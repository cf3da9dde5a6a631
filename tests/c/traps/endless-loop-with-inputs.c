// custos: holds
// undecided: states are not recognised
// runs: 100
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 1;
  while (x)
    x = __VERIFIER_nondet_int() | 1;
  reach_error();
  return 0;
}
