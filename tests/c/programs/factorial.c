/* Recursion, with numbers that wrap. */
unsigned __VERIFIER_nondet_uint(void);
static unsigned factorial(unsigned n) {
  return n == 0 ? 1 : n * factorial(n - 1);
}
static int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 40;
  return (int)(factorial(n) + (unsigned)ackermann(2, (int)(n % 8)));
}
