// custos: violated
// options: --check=bounds
// inputs: -1
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int b[8] = {0}, i = __VERIFIER_nondet_int();
  if (i < 8)
    b[i] = 1;
  return 0;
}
