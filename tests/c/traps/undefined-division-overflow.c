// custos: unknown
// native: no, INT_MIN / -1 is undefined
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x == -2147483647 - 1 && y == -1) {
    x /= y;
    reach_error();
  }
  return 0;
}
