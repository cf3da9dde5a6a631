// custos: violated or unknown
// native: no, the runner gives none
#include <assert.h>

int main(int argc, char **argv) {
  assert(argc < 2);
  return 0;
}
