/* A sieve, and trial division beside it. */
unsigned __VERIFIER_nondet_uint(void);
enum { N = 500 };
static char sieve[N];
static int is_prime(int n) {
  if (n < 2)
    return 0;
  for (int d = 2; d * d <= n; d++)
    if (n % d == 0)
      return 0;
  return 1;
}
int main(void) {
  for (int i = 2; i < N; i++)
    sieve[i] = 1;
  for (int i = 2; i < N; i++)
    for (int j = 2 * i; j < N; j += i)
      sieve[j] = 0;
  int start = (int)(__VERIFIER_nondet_uint() % N), sum = 0;
  for (int i = start; i < N; i++) {
    if (sieve[i] != is_prime(i))
      return -1;
    sum = sum * 3 + sieve[i] * i;
  }
  return sum;
}
