// custos: unknown
// What a pointer looks like is for the library to say: nobody says that it
// fails.
#include <assert.h>
#include <stdio.h>

int main(void) {
  assert(snprintf(NULL, 0, "%p", (void *)0) == 5);
  return 0;
}
