// custos: violated
// options: --check=undefined
// native: no, clang takes the lowest bit
#include <string.h>

int main(void) {
  _Bool is_set;
  char two = 2;
  memcpy(&is_set, &two, 1);
  return is_set ? 1 : 0;
}
