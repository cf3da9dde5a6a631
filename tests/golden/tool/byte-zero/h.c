extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0, n = __VERIFIER_nondet_int();
  while (n-- > 0)
    x += x < 9;
  if (x > 9)
    reach_error();
  return 0;
}
