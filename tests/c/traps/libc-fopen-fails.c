// custos: violated
// options: --lp64 --check=null
// inputs:
// The file need not open, and nothing can be written to no stream.
#include <stdio.h>

int main(void) {
  FILE *f = fopen("/nowhere/at/all", "w");
  fputs("a", f);
  return 0;
}
