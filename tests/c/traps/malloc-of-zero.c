// custos: violated
// options: --check=bounds
// native: no, sanitizers give one byte
#include <stdlib.h>

int main(void) {
  char *p = malloc(0);
  *p = 1;
  return 0;
}
