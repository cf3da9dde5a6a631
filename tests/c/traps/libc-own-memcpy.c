// custos: holds
// native: no, some compilers call memcpy themselves
#include <assert.h>
#include <string.h>

void *memcpy(void *to, const void *from, size_t n) {
  (void)from, (void)n;
  return to;
}

int main(void) {
  char *copy = strdup("ab");
  assert(copy[0] == 'a');
  return 0;
}
