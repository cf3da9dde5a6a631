// custos: violated
// options: --check=bounds
// native: no, sanitizers give one byte
// undecided: so does what custos compiles to confirm it
#include <stdlib.h>

int main(void) {
  char *p = malloc(0);
  *p = 1;
  return 0;
}
