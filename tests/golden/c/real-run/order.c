#include <assert.h>

int main(void) {
  int a[3];
  char b[40];
  assert((char *)a > b);
  return 0;
}
