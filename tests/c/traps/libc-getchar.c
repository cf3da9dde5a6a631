// custos: holds
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  int c = getchar();
  assert(c >= -1 && c <= 255);
  assert(putchar('a') <= 255);
  assert(getpid() > 0);
  return 0;
}
