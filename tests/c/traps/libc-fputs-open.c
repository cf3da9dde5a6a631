// custos: violated
// options: --check=bounds
#include <stdio.h>

int main(void) {
  char text[3];
  text[0] = text[1] = text[2] = 'a';
  fputs(text, stdout);
  return 0;
}
