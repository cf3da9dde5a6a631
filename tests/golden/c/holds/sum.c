#include <assert.h>

int main(void) {
  unsigned sum = 0;
  for (unsigned i = 1; i <= 10; i++)
    sum += i;
  assert(sum == 55);
  return 0;
}
