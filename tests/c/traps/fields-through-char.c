// custos: holds
#include <assert.h>

struct pair {
  char a, b;
  int c;
};

int main(void) {
  struct pair s = {1, 2, 3};
  char *p = (char *)&s;
  p[1] = 5;
  p[4] = 7;
  assert(s.a == 1 && s.b == 5 && s.c == 7);
  return 0;
}
