// custos: violated
// options: --check=division
// inputs: 3
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  return 10 / (x - 3);
  return 0;
}
