// custos: unknown
// native: no, there is nothing to read
// The structure is constant, what it leads to is not.
#include <assert.h>
#include <sys/uio.h>

static char read_here[4];
static const struct iovec to = {read_here, 4};

int main(void) {
  readv(0, &to, 1);
  assert(read_here[0] == 0);
  return 0;
}
