// The longest sequence of Collatz below 300000: a call for each.
#include <assert.h>

static unsigned length(unsigned long n) {
  unsigned count = 1;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    count++;
  }
  return count;
}

int main(void) {
  unsigned best = 0, at = 0;
  for (unsigned i = 1; i < 300000; i++) {
    unsigned now = length(i);
    if (now > best) {
      best = now;
      at = i;
    }
  }
  assert(best == 443 && at == 230631);
  return 0;
}
