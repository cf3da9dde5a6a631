#include <assert.h>
#include <stdlib.h>

int main(void) {
  assert(rand() != 7);
  return 0;
}
