// custos: violated or unknown
// native: no, it depends on where the linker puts them
// The end of one array may be the beginning of another.
#include <assert.h>

static int a[5], b[5];

int main(void) {
  assert(&a[5] != &b[0]);
  return 0;
}
