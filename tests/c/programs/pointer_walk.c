/* Pointers as loops see them: ends, differences, order, casts. */
#include <stddef.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int at[10], *end = at + 10, n = __VERIFIER_nondet_int();
  for (int *p = at; p != end; p++)
    *p = (int)(p - at) * n;
  unsigned sum = 0;
  for (const int *p = end; p-- > at;)
    sum = sum * 3 + (unsigned)*p;
  char *bytes = (char *)at;
  ptrdiff_t d = (bytes + sizeof at) - bytes;
  for (short *s = (short *)at; s < (short *)end; s += 3)
    sum += (unsigned)*s;
  uintptr_t a = (uintptr_t)&at[2], b = (uintptr_t)&at[7];
  int *back = (int *)(a + 3 * sizeof(int));
  void *v = at;
  return (int)sum + (int)d + (int)(b - a) + (*back == at[5]) +
         (v == (void *)at) + (at < end) + ((a & 1) == 0);
}
