// custos: unknown
// native: no, it is glibc's own
// %Zn writes what was printed so far, as %zn does.
#include <assert.h>
#include <stdio.h>

int main(void) {
  long n = 0;
  printf("abc%Zn\n", &n);
  assert(n == 0);
  return 0;
}
