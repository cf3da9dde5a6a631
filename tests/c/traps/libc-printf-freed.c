// custos: violated
// options: --check=bounds
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *text = calloc(4, 1);
  if (!text)
    return 0;
  free(text);
  printf("%d%% of %*d: %s\n", 1, 2, 3, text);
  return 0;
}
