extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[N];
int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  int greatest = a[0];
  for (int j = 1; j < N; j++)
    if (a[j] > greatest)
      greatest = a[j];
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < N && a[k] > greatest)
    reach_error();
  return 0;
}
