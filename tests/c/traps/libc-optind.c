// custos: unknown
// A variable of the library, which has a value.
#include <assert.h>
#include <unistd.h>

int main(void) {
  assert(optind == 1);
  return 0;
}
