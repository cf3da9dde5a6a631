/* An array that grows by realloc. */
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned *at = NULL, count = 0, room = 0, sum = 0;
  unsigned n = __VERIFIER_nondet_uint() % 100;
  for (unsigned i = 0; i < n; i++) {
    if (count == room) {
      room = room ? room * 2 : 1;
      at = realloc(at, room * sizeof *at);
    }
    at[count++] = i * i ^ n;
  }
  for (unsigned i = 0; i < count; i++)
    sum = sum * 7 + at[i];
  at = realloc(at, (count / 2 + 1) * sizeof *at);
  sum += count ? at[count / 2] : 1;
  free(at);
  return (int)(sum + room);
}
