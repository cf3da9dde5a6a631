// custos: violated
// options: --check=bounds
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *bytes = calloc(6, 1);
  if (!bytes)
    return 0;
  fwrite(bytes, 2, 4, stdout);
  free(bytes);
  return 0;
}
