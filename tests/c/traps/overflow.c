// custos: violated
// options: --check=overflow
// inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5)
    x = x + 1;
  return 0;
}
