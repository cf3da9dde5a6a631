/* Custos finds the numbers, and the compiled program reads them. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  unsigned x, y;
  char unit;
  if (scanf("%u %u%c", &x, &y, &unit) == 3 && unit == 'k')
    assert(x - 40u != y || y > 1);
  return 0;
}
