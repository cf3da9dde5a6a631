// custos: holds
// options: --check=division
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != 3)
    return 10 / (x - 3);
  return 0;
}
