// custos: unknown
// native: no, it depends on what is linked
// A weak function need not be there; then its address is null.
#include <assert.h>
extern int perhaps(void) __attribute__((weak));

int main(void) {
  if (perhaps)
    assert(perhaps() == 0);
  return 0;
}
