// custos: holds
#include <assert.h>

int main(void) {
  int i = -1;
  unsigned u = 4294967295u;
  assert(i == u);
  assert((unsigned char)-1 == 255);
  assert(sizeof(int) - 5 > 0);
  return 0;
}
