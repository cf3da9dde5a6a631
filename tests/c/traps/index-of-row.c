// custos: violated
// options: --check=all
// native: no, it stays in the object
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[3][4] = {{0}}, column = __VERIFIER_nondet_int();
  if (column < 0 || column > 4)
    return 0;
  return a[1][column];
}
