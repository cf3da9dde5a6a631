#include <assert.h>
#include <stdio.h>

int main(void) {
  assert(printf("ab") != 7);
  return 0;
}
