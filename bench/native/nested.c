// Two loops, 10^8 rounds, on nothing but variables.
#include <assert.h>

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 10000; i++)
    for (int j = 0; j < 10000; j++)
      sum += (unsigned)(i ^ j);
  assert(sum != 1);
  return 0;
}
