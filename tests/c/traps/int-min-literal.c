// custos: holds
// options: --ilp32
// 2147483648 does not fit an int: its negation is a long long.
#include <assert.h>

int main(void) {
  assert(sizeof(-2147483648) == 8 && -2147483648 < 0 && 0x80000000 > 0);
  return 0;
}
