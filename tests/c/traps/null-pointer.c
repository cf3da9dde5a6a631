// custos: violated
// options: --check=null
// inputs: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 1;
  int *p = __VERIFIER_nondet_int() ? &x : 0;
  *p = 2;
  return 0;
}
