// custos: holds
// options: --ilp32
#include <assert.h>

struct mixed {
  char c;
  long long l;
};

int main(void) {
  assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long long) == 8 &&
         sizeof(struct mixed) == 12);
  return 0;
}
