// custos: violated
// options: --check=bounds
// native: no, the library may stop at the first byte
// All bytes must be there, though the first differs.
#include <string.h>

int main(void) {
  char a[2] = "x", b[4] = "abc";
  return memcmp(a, b, 4) > 0;
}
