#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct point {
  int x, y;
};

int main(void) {
  struct point p = {0, 0};
  for (int i = 0; i < 2; i++) {
    p.x += __VERIFIER_nondet_int();
    p.y -= 1;
  }
  assert(p.x != 7);
  return 0;
}
