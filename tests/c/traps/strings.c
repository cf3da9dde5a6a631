// custos: holds
#include <assert.h>
#include <string.h>

int main(void) {
  char a[8];
  strcpy(a, "abc");
  assert(strlen(a) == 3 && strcmp(a, "abd") < 0 && a[3] == 0);
  return 0;
}
