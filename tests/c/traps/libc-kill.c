// custos: unknown
// native: no, it would end the test
// No run comes to the assertion.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

int main(void) {
  kill(getpid(), 9);
  assert(0);
  return 0;
}
