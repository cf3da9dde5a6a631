/* Functions that call each other, with locals whose address is taken. */
int __VERIFIER_nondet_int(void);
static int odd(int n, int *depth);
static int even(int n, int *depth) {
  int mine = *depth + 1;
  int got = n == 0 ? 1 : odd(n - 1, &mine);
  *depth = mine + got;
  return got;
}
static int odd(int n, int *depth) {
  int mine = *depth * 2;
  int got = n == 0 ? 0 : even(n - 1, &mine);
  *depth += mine;
  return got;
}
int main(void) {
  int depth = 1, n = __VERIFIER_nondet_int() & 31;
  int got = even(n, &depth);
  return depth * 2 + got;
}
