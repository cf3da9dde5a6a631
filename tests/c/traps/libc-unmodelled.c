// custos: unknown
// It has no model: nobody says that it fails.
#include <assert.h>
#include <stdio.h>

int main(void) {
  assert(snprintf(NULL, 0, "%d", 5) == 1);
  return 0;
}
