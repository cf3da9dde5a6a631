// custos: violated or unknown
// native: no, another library may give another number
// That it is not 0 is all that is known.
#include <assert.h>
extern int isdigit(int);

int main(void) {
  assert(isdigit('5') == 1);
  return 0;
}
