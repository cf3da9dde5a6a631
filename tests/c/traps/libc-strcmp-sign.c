// custos: violated or unknown
// native: no, another library may give another number
// Only the sign is known.
#include <assert.h>
#include <string.h>

int main(void) {
  assert(strcmp("c", "a") == 2);
  return 0;
}
