// custos: violated
// options: --check=bounds
// inputs: 4
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a[4] = {0}, n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 4);
  for (int i = 0; i <= n; i++)
    a[i] = i;
  return 0;
}
