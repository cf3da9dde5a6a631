// custos: holds or unknown
#include <assert.h>

int main(void) {
  const char *p = "abc", *q = "abc";
  assert(p == q);
  return 0;
}
