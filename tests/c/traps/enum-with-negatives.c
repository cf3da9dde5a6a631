// custos: holds
#include <assert.h>

enum level { LOW = -1, HIGH = 1 };

int main(void) {
  enum level l = LOW;
  assert(l < 0 && HIGH > l);
  return 0;
}
