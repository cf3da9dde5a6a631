// custos: violated
// One literal is the end of the other: linkers put both at one place.
#include <assert.h>

int main(void) {
  const char *a = "abc", *b = "bc", *c = "xbc";
  assert(a != c && b != c);
  assert(a + 1 != b);
  return 0;
}
