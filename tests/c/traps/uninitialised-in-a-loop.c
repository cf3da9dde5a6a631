// custos: violated or unknown
// native: no, what it has there is always the same
// A new variable each time, which need not have the old one's value.
#include <assert.h>

int main(void) {
  int last = 0;
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 1)
      assert(x == last);
    last = x;
  }
  return 0;
}
