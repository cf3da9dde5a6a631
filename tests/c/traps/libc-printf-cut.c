// custos: holds
// options: --check=memory
// native: no, what it prints would be read as an answer
// A precision says how many bytes are read at most.
#include <stdio.h>

int main(void) {
  char text[3];
  text[0] = text[1] = text[2] = 'a';
  printf("%.3s %s\n", text, "end");
  puts("end");
  return 0;
}
