// custos: holds
#include <assert.h>
#include <string.h>

int main(void) {
  char a[5] = {1, 2, 3, 4, 5};
  memmove(a + 1, a, 4);
  assert(a[0] == 1 && a[1] == 1 && a[2] == 2 && a[4] == 4);
  memmove(a, a + 1, 4);
  assert(a[0] == 1 && a[1] == 2 && a[3] == 4 && a[4] == 4);
  return 0;
}
