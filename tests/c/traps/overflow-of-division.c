// custos: violated
// options: --check=overflow
// inputs: -2147483648 -1
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y != 0)
    x = x / y;
  return 0;
}
