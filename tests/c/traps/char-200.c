// custos: holds
#include <assert.h>

int main(void) {
  assert((char)200 < 0);
  assert((unsigned char)200 > 0);
  return 0;
}
