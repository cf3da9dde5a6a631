// custos: holds
// options: --check=memory
// malloc: fails
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = strdup("ab"), *longer;
  if (!text)
    return 0;
  longer = realloc(text, 10);
  if (!longer) {
    assert(text[1] == 'b'); // realloc that fails frees nothing
    free(text);
    return 0;
  }
  longer[9] = longer[1];
  free(longer);
  return 0;
}
