// custos: violated
// options: --check=null
#include <stdio.h>

int main(void) {
  char *text = NULL;
  puts(text);
  return 0;
}
