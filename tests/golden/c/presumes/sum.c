int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int next = n + 1, twice = 2 << (n & 63);
  if (next <= n && twice != twice)
    reach_error();
  return 0;
}
