// custos: holds
// options: --ilp32
#include <assert.h>

static int f(int a[10]) { return sizeof a; }

int main(void) {
  int b[10] = {0};
  assert(f(b) == 4 && sizeof b == 40);
  return 0;
}
