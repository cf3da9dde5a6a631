// custos: holds
#include <assert.h>
#include <stdlib.h>

int main(void) {
  assert(atoi(" 12x") == 12 && atoi("-2147483648") == -2147483647 - 1);
  assert(atoi("2147483647") == 2147483647 && atol("+7") == 7);
  assert(atoll("-9223372036854775808") == -9223372036854775807LL - 1);
  return 0;
}
