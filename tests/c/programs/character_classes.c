/* Functions on characters, and numbers from text. */
#include <ctype.h>
#include <stdlib.h>
char __VERIFIER_nondet_char(void);
static int number(const char *s) {
  int sign = 1, n = 0;
  while (*s == ' ')
    s++;
  if (*s == '-' || *s == '+')
    sign = *s++ == '-' ? -1 : 1;
  while (*s >= '0' && *s <= '9')
    n = n * 10 + (*s++ - '0');
  return sign * n;
}
int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 40; i++) {
    int c = (unsigned char)__VERIFIER_nondet_char() & 127;
    sum = sum * 3 + (unsigned)(toupper(c) - tolower(c)) +
          (unsigned)number((char[]){'-', (char)c, '7', 0});
  }
  return (int)sum + abs(-5) + number(" +12x") + number("-3");
}
