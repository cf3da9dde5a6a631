/* Digits of a number, then the sequence of Collatz. */
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  if (x < 0)
    x = -(x + 1);
  while (x > 0) {
    n += x % 10 * (x & 3);
    x /= 10;
  }
  unsigned collatz = (unsigned)n + 1;
  for (n = 0; collatz != 1 && n < 500; n++)
    collatz = collatz & 1 ? collatz * 3 + 1 : collatz / 2;
  return n;
}
