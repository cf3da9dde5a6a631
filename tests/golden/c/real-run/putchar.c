#include <assert.h>
#include <stdio.h>

int main(void) {
  int c = putchar('a');
  assert(c == 'a' || c == EOF);
  assert(c == 'a');
  return 0;
}
