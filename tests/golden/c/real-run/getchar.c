#include <assert.h>
#include <stdio.h>

int main(void) {
  if (getchar() == 'o' && getchar() == 0 && getchar() == 255 &&
      getchar() == EOF)
    assert(0);
  return 0;
}
