// custos: unknown
// It has no model: nobody says that it fails.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  assert(strtol("42", 0, 10) == 42);
  return 0;
}
