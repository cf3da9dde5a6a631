#include <assert.h>
int sensor(void);
extern int limit;

int main(void) {
  assert(sensor() < limit);
  return 0;
}
