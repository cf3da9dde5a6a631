// The sieve of Eratosthenes, up to a million.
#include <assert.h>

static unsigned char is_composite[1000001];

int main(void) {
  int n = 1000000, primes = 0;
  for (int i = 2; i <= n; i++) {
    if (is_composite[i])
      continue;
    primes++;
    for (long j = (long)i * i; j <= n; j += i)
      is_composite[j] = 1;
  }
  assert(primes == 78498);
  return 0;
}
