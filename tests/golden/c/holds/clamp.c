#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int clamp(int x, int low, int high) {
  if (x < low)
    return low;
  return x > high ? high : x;
}

int main(void) {
  int y = clamp(__VERIFIER_nondet_int(), -5, 5);
  assert(y >= -5 && y <= 5);
  return 0;
}
