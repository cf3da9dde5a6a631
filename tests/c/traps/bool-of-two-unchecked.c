// custos: unknown
#include <assert.h>
#include <string.h>

int main(void) {
  _Bool is_set;
  char two = 2;
  memcpy(&is_set, &two, 1);
  assert(is_set == 0);
  return 0;
}
