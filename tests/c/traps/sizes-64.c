// custos: holds
// options: --lp64
#include <assert.h>

struct mixed {
  char c;
  long long l;
};

int main(void) {
  assert(sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(int) == 4 &&
         sizeof(struct mixed) == 16);
  return 0;
}
