// custos: holds
// What these return is fixed, and no input of anybody's.
#include <arpa/inet.h>
#include <assert.h>
#include <stdlib.h>
#include <strings.h>

int main(void) {
  char *end;
  div_t d = div(-7, 2);
  assert(strtol("42", 0, 10) == 42);
  assert(strtol(" -0x1fz", &end, 0) == -31 && *end == 'z');
  assert(strtoul("99999999999999999999", 0, 10) == (unsigned long)-1);
  assert(strcasecmp("AbC", "aBc") == 0 && strncasecmp("abX", "ABy", 2) == 0);
  assert(ffs(8) == 4 && ffs(0) == 0);
  assert(htons(0x1234) == 0x3412 && ntohl(htonl(7)) == 7);
  assert(d.quot == -3 && d.rem == -1);
  return 0;
}
