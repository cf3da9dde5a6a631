// custos: holds
// What is cut off is counted, and the text ends.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char b[6];
  assert(snprintf(NULL, 0, "%d", 5) == 1);
  assert(snprintf(b, sizeof b, "%+04d|%#x", 42, 255u) == 9);
  assert(strcmp(b, "+042|") == 0);
  return 0;
}
